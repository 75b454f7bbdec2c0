import { useState } from "react";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { calls, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatListed } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { countOf } from "#shared/domain/text.ts";

type KeptMeasuresProps = Pick<Reply<"orders", "cutList">, "orderId" | "keptAt" | "changes"> &
  Pick<Reply<"orders", "read">, "progress" | "shutters" | "remakeId">;

/**
 * Displays the measures that a started order keeps, where the workshop's present ones differ, and
 * the way to those (rule W87). A remake of an order that keeps none may not fit, and says so.
 */
export function KeptMeasures({ orderId, keptAt, changes, progress, shutters, remakeId }: KeptMeasuresProps) {
  const user = useUser();
  const [asking, setAsking] = useState(false);
  const adopt = useCall("workshop", "adoptMeasures", { failure: null, onSuccess: () => setAsking(false) });
  if (typeof remakeId === "number" && keptAt === null)
    return (
      <Alert tone="warning">
        The order that is made good has no stored measures. Check the new parts against the fitted shutters before you cut them.
      </Alert>
    );
  if (keptAt === null || changes?.length === 0) return null;
  const isOfFirstOrder = typeof remakeId === "number" && progress.cut === 0;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border bg-surface px-4 py-2 text-sm">
      <span>
        {isOfFirstOrder
          ? "The parts are cut by the measures of the order that is made good"
          : "This order keeps the measures of its first cut part"}
        , of {formatListed(keptAt, { time: true })}
        {changes && `: ${changes.join("; ")}`}.
      </span>
      {can(user, calls.workshop.adoptMeasures) && (
        <Button size="sm" onClick={() => setAsking(true)}>
          Use the present measures
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Use the workshop’s present measures?"
        needsNetwork
        confirmLabel="Use the present measures"
        pending={adopt.isPending}
        error={adopt.error ? failureSentence(adopt.error, "Failed to change the order's measures") : null}
        onConfirm={() => adopt.mutate({ params: { id: orderId }, body: { confirmed: true } })}
      >
        {isOfFirstOrder ? "The new parts may then not fit the shutters that stay." : consequenceInWords(progress.cut, shutters)}
      </ConfirmDialog>
    </div>
  );
}

/** Says what becomes of the parts that are cut, and of the rest, if something is left to cut. */
function consequenceInWords(cut: number, shutters: number): string {
  if (cut >= shutters)
    return `${shutters === 1 ? "The shutter is" : `All ${countOf(shutters, "shutter")} are`} already cut. The card and the labels would then show lengths that the wood does not have.`;
  const parts = cut > 0 ? `${cut} of ${countOf(shutters, "shutter")} ${cut === 1 ? "is" : "are"} already cut.` : "Parts are already sawn.";
  return `${parts} ${cut === 1 ? "It has" : "They have"} the former lengths; the rest is cut to the present ones.`;
}
