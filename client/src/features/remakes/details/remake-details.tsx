import type { ReactNode } from "react";
import { Link } from "wouter";
import { DateText } from "#client/components/facts/date-text.tsx";
import { DefinitionList } from "#client/components/facts/definition-list.tsx";
import { linkClass } from "#client/components/ui/control/link.tsx";
import type { Reply } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { orderNumber } from "#shared/domain/references.ts";
import { PhotoGrid } from "./photo-grid.tsx";
import { RemakeReplies } from "./remake-replies.tsx";
import { RemakeWindow } from "./remake-window.tsx";
import { ReplyForm } from "./reply-form.tsx";

export type RemakeFacts = Reply<"remakes", "read">;

type RemakeDetailsProps = { remake: RemakeFacts /** Whether a reply has been begun. */; onWriting: (writing: boolean) => void };

export function RemakeDetails({ remake, onWriting }: RemakeDetailsProps) {
  const user = useUser();
  const { id, orderId, madeAsOrderId, order, reason, createdAt, photos, replies, window } = remake;
  return (
    <div className="flex flex-col gap-6">
      <DefinitionList
        facts={[
          {
            term: "Order",
            value: (
              <Link href={`/orders?order=${orderId}`} className={linkClass}>
                {orderNumber(orderId)}
              </Link>
            ),
          },
          typeof madeAsOrderId === "number" && {
            term: "Made again as",
            value: (
              <Link href={`/orders?order=${madeAsOrderId}`} className={linkClass}>
                {orderNumber(madeAsOrderId)}
              </Link>
            ),
          },
          { term: "Created", value: <DateText value={createdAt} time /> },
          user.role !== "customer" && { term: "Client", value: `${order.user.companyName}\n${order.user.contactName}`, whole: true },
          { term: "Reason", value: <span className="block max-w-prose">{reason}</span>, whole: true },
        ]}
      />
      {window && (
        <Section title="Window">
          <RemakeWindow window={window} />
        </Section>
      )}
      <Section title={photos.length > 0 ? `Photos (${photos.length})` : "Photos"}>
        {photos.length > 0 ? <PhotoGrid remakeId={id} photos={photos} /> : <p className="text-muted">No photos were sent.</p>}
      </Section>
      <Section title={replies.length > 0 ? `Replies (${replies.length})` : "Replies"}>
        <RemakeReplies replies={replies} />
        <ReplyForm remakeId={id} onWriting={onWriting} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-3 text-base font-semibold">{title}</h3>
      {children}
    </section>
  );
}
