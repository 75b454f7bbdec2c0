import { useState } from "react";
import { DetailsDialog } from "#client/components/facts/details-dialog.tsx";
import { DateText, Money } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { calls, type Reply, useCall, useIdempotencyKey, usePages } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { WRITE_OFF_LABEL } from "#shared/domain/trade/ledger.ts";
import type { InvoiceRow } from "./invoice-cells.tsx";

type WriteOff = Reply<"invoices", "writeOffs">[number];
type Doing = { readonly row: WriteOff; readonly verb: "delete" | "reverse" };

/**
 * The write-offs of an invoice. One that no export contains can be deleted, any can be reversed.
 */
export default function InvoiceWriteOffsDialog({ invoice, onClose }: { invoice: InvoiceRow; onClose: () => void }) {
  const { number, company } = invoice;
  const writeOffs = usePages("invoices", "writeOffs", { query: { number } });
  const [doing, setDoing] = useState<Doing | null>(null);
  return (
    <DetailsDialog
      title="Write-offs"
      number={number}
      description={company.name}
      query={writeOffs}
      failure="Failed to load the write-offs"
      facts={3}
      onCloseRequest={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
      over={doing && <TakeBackDialog number={number} {...doing} onClose={() => setDoing(null)} />}
    >
      {(rows) => (
        <ul className="divide-y border-y">
          {rows.map((row) => (
            <WriteOffEntry key={row.id} row={row} onDo={(verb) => setDoing({ row, verb })} />
          ))}
          {rows.length === 0 && <li className="py-2 text-muted">Nothing of this invoice is written off.</li>}
        </ul>
      )}
    </DetailsDialog>
  );
}

function WriteOffEntry({ row, onDo }: { row: WriteOff; onDo: (verb: Doing["verb"]) => void }) {
  const user = useUser();
  const { amount, reason, note, reverses, isReversed, exportedOn, createdAt, by } = row;
  const deletes = can(user, calls.invoices.deleteWriteOff) && !isReversed && exportedOn === null;
  const reverse = can(user, calls.invoices.reverseWriteOff) && !isReversed && reverses === null;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          {reverses === null ? WRITE_OFF_LABEL[reason] : "Reversal"}
          {isReversed && <span className="font-normal text-muted"> · reversed</span>}
        </span>
        {note && reverses === null && <span className="block wrap-anywhere">{note}</span>}
        <span className="block text-xs text-muted wrap-anywhere">
          <DateText value={createdAt} time /> by {by?.contactName}
          {exportedOn !== null && (
            <>
              {" "}
              · exported on <DateText value={exportedOn} />
            </>
          )}
        </span>
      </span>
      <span className="flex flex-wrap items-center justify-end gap-3">
        <Money amount={amount} strong />
        {deletes && (
          <Button size="sm" onClick={() => onDo("delete")}>
            Delete
          </Button>
        )}
        {reverse && (
          <Button size="sm" onClick={() => onDo("reverse")}>
            Reverse
          </Button>
        )}
      </span>
    </li>
  );
}

const FAILED = { delete: "Failed to delete the write-off", reverse: "Failed to reverse the write-off" } as const;

function TakeBackDialog({ number, row, verb, onClose }: Doing & { number: string; onClose: () => void }) {
  const keyFor = useIdempotencyKey();
  const deletion = useCall("invoices", "deleteWriteOff", { success: "Write-off deleted", failure: FAILED.delete, onSuccess: onClose });
  const reversal = useCall("invoices", "reverseWriteOff", {
    success: "Write-off reversed",
    failure: FAILED.reverse,

    onSuccess: onClose,
  });
  const { error, isPending } = verb === "delete" ? deletion : reversal;
  const params = { number, writeOffId: row.id };
  const sum = formatMoney(Math.abs(row.amount));
  const isWriteOff = row.reverses === null;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={verb === "reverse" ? "Reverse this write-off?" : isWriteOff ? "Delete this write-off?" : "Delete this reversal?"}
      confirmLabel={verb === "reverse" ? "Reverse" : "Delete"}
      onConfirm={() => (verb === "delete" ? deletion.mutate({ params }) : reversal.mutate({ params, idempotencyKey: keyFor(params) }))}
      pending={isPending}
      error={error && failureSentence(error, FAILED[verb])}
      danger={verb === "delete"}
    >
      {isWriteOff ? `${number} owes ${sum} again.` : `${sum} of ${number} is written off again.`}
      {verb === "reverse" && " The write-off and its reversal both stay in the account."}
    </ConfirmDialog>
  );
}
