import { DateText } from "#client/components/facts/values.tsx";
import type { Reply } from "#client/lib/api.ts";

export type Quotation = Reply<"retail", "read">;

const STATE_WORDS = {
  open: "Open until",
  accepted: "Accepted on",
  declined: "Declined on",
  superseded: "A newer one was sent",
  revoked: "Revoked",
  expired: "Ended on",
} as const;

/** A link's status (rule T7). */
export function LinkStanding({ link }: { link: Quotation["links"][number] }) {
  const day = {
    open: link.expiresAt,
    expired: link.expiresAt,
    accepted: link.decidedAt,
    declined: link.decidedAt,
    superseded: null,
    revoked: null,
  }[link.state];
  return (
    <span>
      {STATE_WORDS[link.state]} {day && <DateText value={day} />}
      {link.state === "open" && (link.openedAt ? `, opened ${link.opens === 1 ? "once" : `${link.opens} times`}` : ", not opened yet")}
    </span>
  );
}
