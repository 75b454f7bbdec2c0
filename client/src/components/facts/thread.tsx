import type { ReactNode } from "react";
import type { Reply } from "#client/lib/api.ts";
import { ROLE_LABEL } from "#shared/domain/roles.ts";
import { ListedDate } from "./values.tsx";

type Message = Reply<"orders", "messages">[number];

/**
 * Displays messages as plain text, oldest first, without interpreting markup. `below` renders what
 * was attached to a message.
 */
export function Thread<Each extends Message>({ messages, below }: { messages: readonly Each[]; below?: (message: Each) => ReactNode }) {
  return (
    <ol className="mb-4 flex flex-col divide-y border-y">
      {messages.map((each) => (
        <li key={each.id} className="py-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 break-words">
              <span className="font-medium">{each.user.contactName}</span>
              {/* A customer receives `Workshop` as both names, so it is displayed once. */}
              {each.user.companyName !== each.user.contactName && (
                <span className="text-muted">
                  , {each.user.companyName}
                  {each.user.role !== "customer" && ` (${ROLE_LABEL[each.user.role].toLowerCase()})`}
                </span>
              )}
            </span>
            <span className="text-xs text-muted">
              <ListedDate value={each.createdAt} time />
            </span>
          </p>
          <p className="mt-1 max-w-prose break-words whitespace-pre-wrap">{each.message}</p>
          {below?.(each)}
        </li>
      ))}
    </ol>
  );
}
