import { DateText } from "#client/components/facts/date-text.tsx";
import { ROLE_LABEL } from "#shared/domain/roles.ts";
import type { RemakeFacts } from "./remake-details.tsx";

/** The thread, oldest first. Messages are text: what looks like markup or a command in one stays what it is. */
export function RemakeReplies({ replies }: Pick<RemakeFacts, "replies">) {
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
