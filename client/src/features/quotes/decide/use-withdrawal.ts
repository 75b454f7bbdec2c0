import { useState } from "react";
import { useCall } from "#client/lib/api.ts";
import { offerUndo } from "#client/lib/undo.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import type { Quote } from "../quote-actions.ts";

/** Where a withdrawal can be undone (rule S17). */
export const QUOTES_PLACE = "quotes";

/** When each was withdrawn. */
type Withdrawals = ReadonlyMap<number, string>;

/**
 * A draft that is not placed is withdrawn without a question: nobody knows of it. It is shown as
 * withdrawn at once, and is so once Undo is over.
 */
export function useWithdrawal() {
  const [withdrawals, setWithdrawals] = useState<Withdrawals>(new Map());
  const move = useCall("quotes", "changeStatus", { failure: "Failed to withdraw quote" });
  const forget = (id: number) => setWithdrawals((present) => new Map([...present].filter(([each]) => each !== id)));
  return {
    /** As the screens show it. */
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
          // A colleague may have placed it meanwhile: then it is no longer what was withdrawn.
          move
            .mutateAsync({ params: { id }, body: { quoteStatus: "declined", version }, keepalive: true })
            .catch(() => {})
            .finally(() => forget(id)),
      });
    },
  };
}
