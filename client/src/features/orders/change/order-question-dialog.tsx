import { useQuery } from "@tanstack/react-query";
import { Money } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

/** What must be known of an order to move it. A supplier's has no money. */
export type MovedOrder = Pick<Reply<"orders", "list">[number], "id" | "orderStatus" | "user" | "finalTotal" | "paymentStatus">;

type QuestionProps = { order: MovedOrder; onClose: () => void; onConfirm: () => void };

/** Asked before a move that one slip of a thumb must not be enough for. */
export default function OrderQuestionDialog({ to, ...question }: QuestionProps & { to: "draft" | "cancelled" }) {
  return to === "draft" ? <OrderRecallDialog {...question} /> : <OrderCancelDialog {...question} />;
}

/** The customer gets a mail of a cancellation. */
function OrderCancelDialog({ order, onClose, onConfirm }: QuestionProps) {
  const { id, user, finalTotal, paymentStatus } = order;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Cancel ${orderNumber(id)}?`}
      confirmLabel="Cancel order"
      cancelLabel="Keep order"
      onConfirm={onConfirm}
      pending={false}
      danger
    >
      <p>
        It is for <bdi>{user.companyName}</bdi>
        {finalTotal !== undefined && (
          <>
            , <Money amount={finalTotal} /> including VAT
          </>
        )}
        . The customer is told by email, and it is not made.
      </p>
      {paymentStatus !== undefined && <Refundable orderId={id} />}
      {paymentStatus === "unpaid" && <p className="mt-2">It can't be paid any more.</p>}
    </ConfirmDialog>
  );
}

/** The amount that can still be given back of an order's payments; nothing while there is none. */
function Refundable({ orderId }: { orderId: number }) {
  const { data } = useQuery(query("orders", "read", { params: { id: orderId } }));
  if (!data?.refundable) return null;
  return (
    <p className="mt-2">
      <Money amount={data.refundable} /> of it can still be refunded. Nothing is refunded by itself: use “Give money back” on its payment,
      here in the portal.
    </p>
  );
}

/** A supplier no longer sees an order that is set to draft (rule O2), so this asks too. */
function OrderRecallDialog({ order, onClose, onConfirm }: QuestionProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Send ${orderNumber(order.id)} back as a draft?`}
      confirmLabel="Send back"
      onConfirm={onConfirm}
      pending={false}
    >
      It leaves your list, and only the office can bring it back.
    </ConfirmDialog>
  );
}
