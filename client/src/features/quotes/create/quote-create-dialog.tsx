import { useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { formatDate, formatDateTime } from "#client/lib/format.ts";
import { useUser } from "#client/lib/session.ts";
import { countOf } from "#shared/domain/text.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { clearDraft, type QuoteDraft, readDraft } from "../form/quote-draft.ts";
import { createEmptyForm, type FilledForm, type QuoteStart } from "../form/quote-start.ts";
import { sweepPhotos } from "../photos/unfinished-photos.ts";
import { FilledQuote } from "./filled-quote.tsx";
import { QuoteFormDialog } from "./quote-form-dialog.tsx";
import { RefusedQuote } from "./refused-quote.tsx";

type QuoteCreateDialogProps = {
  start: QuoteStart;
  onClose: () => void;
  /** The quote is stored. Its details describe the next step. */
  onSaved: (quoteId: number) => void;
};

/**
 * New Quote, empty or filled in, and the same form for a draft. If this device stores unfinished
 * work, a question comes first.
 */
export default function QuoteCreateDialog({ start, onClose, onSaved }: QuoteCreateDialogProps) {
  const user = useUser();
  const editing = start.kind === "edit" ? start.quoteId : null;
  const draftOf = start.kind === "kept" ? (`kept-${start.entryId}` as const) : editing;
  const [now] = useState(() => Date.now());
  const [unfinished] = useState(() => readDraft(user.id, now, draftOf));
  const [answer, setAnswer] = useState<"continue" | "discard" | null>(null);
  const [round, setRound] = useState(0);
  if (unfinished && answer === null) {
    const discard = () => {
      clearDraft(user.id, draftOf);
      void sweepPhotos();
      setAnswer("discard");
    };
    return (
      <UnfinishedQuote
        draft={unfinished}
        start={start}
        now={now}
        onContinue={() => setAnswer("continue")}
        onDiscard={discard}
        onClose={onClose}
      />
    );
  }
  const draft = answer === "continue" ? unfinished : null;
  const resumed = draft?.values;
  const form = { onClose, onSaved, draftSavedAt: draft?.savedAt ?? null };
  const baseOf = ({ values }: FilledForm) => {
    if (!draft) return values;
    return draft.base ?? (draft.values.version === values.version ? values : undefined);
  };
  if (start.kind === "new" || (resumed && start.kind === "again"))
    return <QuoteFormDialog {...form} values={resumed ?? createEmptyForm(start.kind === "new" ? start.customer : undefined)} />;
  if (start.kind === "kept") return <RefusedQuote {...form} entryId={start.entryId} values={resumed} />;
  return (
    <FilledQuote start={start} onClose={onClose}>
      {(stored) => (
        <QuoteFormDialog
          {...form}
          key={round}
          from={start}
          values={resumed ?? stored.values}
          stored={stored}
          base={editing === null ? undefined : baseOf(stored)}
          discontinued={resumed ? [] : stored.gone}
          onStartOver={() => {
            setAnswer("discard");
            setRound(round + 1);
          }}
        />
      )}
    </FilledQuote>
  );
}

type UnfinishedQuoteProps = {
  draft: QuoteDraft;
  start: QuoteStart;
  now: number;
  onContinue: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

/** Offers to continue or discard. Closing the question retains the draft. */
function UnfinishedQuote({ draft, start, now, onContinue, onDiscard, onClose }: UnfinishedQuoteProps) {
  return (
    <Dialog open onCloseRequest={onClose} title="Unfinished quote" size="sm" sheet="bottom" focus="field">
      <DialogBody>
        <p>{sentence(draft, start, now)}</p>
        <p className="mt-1 text-sm text-muted">
          It was saved on this device. Prices are today's.
          {start.kind === "again" && " Discard it to continue with the windows that you chose."}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDiscard}>Discard</Button>
        <Button variant="primary" data-autofocus onClick={onContinue}>
          Continue
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function sentence({ savedAt, values }: QuoteDraft, start: QuoteStart, now: number): string {
  const count = values.windows.length;
  const at = formatDateTime(savedAt);
  const when = formatDate(savedAt) === formatDate(now) ? (at.split(", ")[1] ?? at) : at;
  if (start.kind === "edit") return `You have changes of ${quoteNumber(start.quoteId)} from ${when} that are not saved.`;
  const whose = values.companyName ? ` for ${values.companyName}` : "";
  const job = values.jobName?.trim() ? `, ${values.jobName.trim()},` : "";
  return `You have an unfinished quote of ${countOf(count, "window")}${whose}${job} from ${when}.`;
}
