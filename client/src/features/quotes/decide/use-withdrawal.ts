import { useState } from "react";
import { useCall } from "#client/lib/api.ts";
import { offerUndo } from "#client/lib/undo.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import type { Quote } from "../quote-actions.ts";

/** The screen on which a withdrawal can be undone (rule S17). */
export const QUOTES_PLACE = "quotes";

/** The time of each withdrawal, by the quote's id. */
type Withdrawals = ReadonlyMap<number, string>;

/**
 * Withdraws a draft that is not placed without a question, because nobody else was notified of it.
 * The screens show it as withdrawn at once, and it is sent once Undo expires.
 */
export function useWithdrawal() {
  const [withdrawals, setWithdrawals] = useState<Withdrawals>(new Map());
  const move = useCall("quotes", "changeStatus", { failure: "Failed to withdraw quote" });
  const forget = (id: number) => setWithdrawals((present) => new Map([...present].filter(([each]) => each !== id)));
  return {
    /** The quote with a pending withdrawal applied. */
    asShown: <Q extends Pick<Quote, "id" | "quoteStatus" | "withdrawnAt">>(quote: Q): Q => {
      const withdrawnAt = withdrawals.get(quote.id);
      return withdrawnAt === undefined ? quote : { ...quote, quoteStatus: "declined", withdrawnAt };
    },
    withdraw: ({ id, version }: Pick<Quote, "id" | "version">) => {
      setWithdrawals((present) => new Map([...present, [id, new Date().toISOString()]]));
      offerUndo({
        place: QUOTES_PLACE,
        words: `${quoteNumber(id)} withdrawn`,
        undo: () => forget(id),
        commit: () =>
          // A colleague may have placed the draft meanwhile; then the server refuses the old
          // version.
          move
            .mutateAsync({ params: { id }, body: { quoteStatus: "declined", version }, keepalive: true })
            .catch(() => {})
            .finally(() => forget(id)),
      });
    },
  };
}
