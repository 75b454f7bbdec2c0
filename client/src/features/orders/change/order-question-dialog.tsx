import { useQuery } from "@tanstack/react-query";
import { Money } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

/** The facts about an order that a move needs. A supplier's copy has no prices. */
export type MovedOrder = Pick<Reply<"orders", "list">[number], "id" | "orderStatus" | "user" | "finalTotal" | "paymentStatus">;

type QuestionProps = { order: MovedOrder; onClose: () => void; onConfirm: () => void };

/** Asks for confirmation before a move that one accidental tap must not trigger. */
export default function OrderQuestionDialog({ to, ...question }: QuestionProps & { to: "draft" | "cancelled" }) {
  return to === "draft" ? <OrderRecallDialog {...question} /> : <OrderCancelDialog {...question} />;
}

/** Warns that the customer receives an email of the cancellation. */
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
        . The customer is notified by email, and it will not be made.
      </p>
      {paymentStatus !== undefined && <Refundable orderId={id} />}
      {paymentStatus === "unpaid" && <p className="mt-2">It can no longer be paid.</p>}
    </ConfirmDialog>
  );
}

/**
 * The amount of an order's payments that can still be refunded. Renders nothing if there is none.
 */
function Refundable({ orderId }: { orderId: number }) {
  const { data } = useQuery(query("orders", "read", { params: { id: orderId } }));
  if (!data?.refundable) return null;
  return (
    <p className="mt-2">
      <Money amount={data.refundable} /> of it can still be refunded. Nothing is refunded automatically: use “Give money back” on its
      payment, here in the portal.
    </p>
  );
}

/**
 * A supplier no longer sees an order that is set to draft (rule O2), so the move needs
 * confirmation.
 */
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
      It leaves your list, and only the office can restore it.
    </ConfirmDialog>
  );
}
