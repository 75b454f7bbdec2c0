import { Link } from "wouter";
import { Section } from "#client/components/facts/details-dialog.tsx";
import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { DateText } from "#client/components/facts/values.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { drawable } from "#client/components/window/window-drawing.tsx";
import { WindowFacts } from "#client/components/window/window-list.tsx";
import { MarkedWindow } from "#client/components/window/window-thumbnail.tsx";
import type { Reply } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { orderNumber } from "#shared/domain/references.ts";
import { ROLE_LABEL } from "#shared/domain/roles.ts";
import { PhotoGrid } from "./photo-grid.tsx";
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

/** The thread, oldest first. Messages are text: what looks like markup or a command in one stays what it is. */
function RemakeReplies({ replies }: Pick<RemakeFacts, "replies">) {
  if (replies.length === 0) return <p className="mb-4 text-muted">No replies yet.</p>;
  return (
    <ol className="mb-4 flex flex-col divide-y border-y">
      {replies.map(({ id, message, createdAt, user }) => (
        <li key={id} className="py-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 break-words">
              <span className="font-medium">{user.contactName}</span>
              {/* A customer reads `Workshop` for both, and once is enough. */}
              {user.companyName !== user.contactName && (
                <span className="text-muted">
                  , {user.companyName}
                  {user.role !== "customer" && ` (${ROLE_LABEL[user.role].toLowerCase()})`}
                </span>
              )}
            </span>
            <span className="text-xs text-muted">
              <DateText value={createdAt} time />
            </span>
          </p>
          <p className="mt-1 max-w-prose break-words whitespace-pre-wrap">{message}</p>
        </li>
      ))}
    </ol>
  );
}

/** The window that a remake is about, and what it was made of. */
function RemakeWindow({ window }: { window: NonNullable<RemakeFacts["window"]> }) {
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <MarkedWindow name={window.name} window={drawable(window)} mark={window.mark} />
      <div className="min-w-0">
        <h4 className="mb-2 text-base font-semibold break-words">{window.name}</h4>
        <WindowFacts item={window} />
      </div>
    </div>
  );
}
