import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { Section } from "#client/components/facts/details-dialog.tsx";
import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { Money } from "#client/components/facts/values.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { Button, buttonClass, linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { FactsSkeleton } from "#client/components/ui/display/waiting.tsx";
import { query } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { useUser } from "#client/lib/session.ts";
import type { Quote } from "../quote-actions.ts";
import { DifferenceList } from "./difference-list.tsx";
import { LinkStanding, type Quotation } from "./link-standing.tsx";
import { QuestionThread } from "./question-thread.tsx";

const RetailPricesDialog = lazyDialog(() => import("./retail-prices-dialog.tsx"), { fields: 6 });
const RetailSendDialog = lazyDialog(() => import("./retail-send-dialog.tsx"), { fields: 2 });

/** `new version` opens the prices first, and then the sending. */
type RetailDialog = "prices" | "send" | "new version";

/**
 * The company's business details, the quote's quotation once they are saved, and the dialogs that
 * change it.
 */
function useRetail(quote: Quote) {
  const business = useQuery(query("retail", "business", {}));
  const isSaved = business.data?.saved === true;
  const quotation = useQuery({ ...query("retail", "read", { params: { id: quote.id } }), enabled: isSaved });
  const [open, setOpen] = useState<RetailDialog | null>(null);
  const close = () => setOpen(null);
  const { data } = quotation;
  const dialog =
    data &&
    (open === "prices" || open === "new version" ? (
      <RetailPricesDialog
        quote={quote}
        quotation={data}
        onClose={close}
        onSaved={open === "new version" ? () => setOpen("send") : undefined}
      />
    ) : open === "send" ? (
      <RetailSendDialog quote={quote} quotation={data} onClose={close} />
    ) : null);
  return { business, isSaved, quotation, setOpen, dialog };
}

/**
 * The differences from the accepted quotation or from the open link (rule T11), at the top of the
 * quote's details.
 */
export function RetailDifferences({ quote }: { quote: Quote }) {
  const { quotation, setOpen, dialog } = useRetail(quote);
  const { differences = [], links = [], moved = [] } = quotation.data ?? {};
  const accepted = links.find(({ state }) => state === "accepted");
  const title = accepted
    ? `This is not what ${accepted.acceptance?.name ?? "your customer"} accepted`
    : "Your customer's link shows something else, and cannot be accepted";
  return (
    <>
      {differences.length > 0 && (
        <Alert tone="warning" title={title}>
          <DifferenceList differences={differences} />
          {!accepted && quote.quoteStatus !== "declined" && (
            <Button size="sm" className="mt-2" onClick={() => setOpen(moved.length > 0 ? "new version" : "send")}>
              Send the new version
            </Button>
          )}
        </Alert>
      )}
      {/* The dialog displays the new link once, after the differences are resolved. */}
      {dialog}
    </>
  );
}

/**
 * The quotation of a quote to the fitter's own customer (rule T10): his price, his margin, and its
 * status.
 */
export function RetailSection({ quote }: { quote: Quote }) {
  const { business, isSaved, quotation, setOpen, dialog } = useRetail(quote);
  const { data } = quotation;
  const error = business.error ?? quotation.error;
  return (
    <Section title="For your customer">
      {error ? (
        <p className="text-danger">{failureSentence(error, "Failed to load the quotation")}</p>
      ) : business.data && !isSaved ? (
        <NotYet />
      ) : !data ? (
        <FactsSkeleton facts={4} />
      ) : (
        <Standing quotation={data} quote={quote} onOpen={setOpen} />
      )}
      {dialog}
    </Section>
  );
}

/** People who may manage complete the details; others ask them. */
function NotYet() {
  const user = useUser();
  return (
    <p className="text-muted">
      Quote your own customer under your own name and prices.{" "}
      {user.mayManage ? (
        <Link href="/settings?tab=retail" className={linkClass}>
          Fill in your business details first
        </Link>
      ) : (
        `${user.managedBy ?? "A colleague"} can fill in your business details.`
      )}
    </p>
  );
}

type StandingProps = { quotation: Quotation; quote: Quote; onOpen: (dialog: RetailDialog) => void };

function Standing({ quotation, quote, onOpen }: StandingProps) {
  const { moved, links, differences } = quotation;
  const accepted = links.find(({ state }) => state === "accepted");
  // After acceptance the section displays the accepted figures.
  const { total, margin, marginPercent } = quotation.accepted ?? quotation;
  const latest = links[0];
  return (
    <div className="flex flex-col gap-4">
      {accepted?.acceptance && accepted.decidedAt && (
        <Alert tone="info" title={acceptedWords(accepted.acceptance, accepted.decidedAt)}>
          {quote.orderId !== null || quote.placedAt !== null
            ? "The accepted quotation stays with the quote."
            : differences.length === 0
              ? "Place the order as it is now."
              : null}
        </Alert>
      )}
      {!accepted && latest?.state === "declined" && (
        <Alert tone="warning" title="Your customer declined it">
          {latest.reason ?? "No reason was given."}
        </Alert>
      )}
      {moved.length > 0 && !accepted && (
        <Alert tone="warning" title="Prices have changed: look at the quotation first">
          {moved.map(movedWords).join(" ")}
        </Alert>
      )}
      <DefinitionList
        columns={3}
        facts={[
          { term: "Your price", value: <Money amount={total} strong /> },
          {
            term: "Your margin",
            value: (
              <span className={margin < 0 ? "text-danger" : undefined}>
                {formatMoney(margin)}
                {marginPercent !== null && ` (${marginPercent} %)`}
              </span>
            ),
          },
          quotation.accepted && quotation.accepted.deposit > 0
            ? { term: "Deposit", value: <Money amount={quotation.accepted.deposit} /> }
            : null,
          { term: "Link", value: latest ? <LinkStanding link={latest} /> : "Not sent yet" },
          ...(accepted?.reference ? [{ term: "Payment reference", value: accepted.reference }] : []),
        ]}
      />
      <QuestionThread quoteId={quote.id} questions={quotation.questions} />
      <div className="flex flex-wrap gap-2">
        {!accepted && quote.quoteStatus !== "declined" && (
          <>
            <Button onClick={() => onOpen("prices")}>Prices and margin</Button>
            <Button onClick={() => onOpen("send")} disabled={moved.length > 0}>
              Send to your customer
            </Button>
          </>
        )}
        <a href={`/api/quotes/${quote.id}/retail.pdf`} target="_blank" rel="noreferrer" className={buttonClass()}>
          Your quotation as PDF
        </a>
      </div>
    </div>
  );
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "Europe/London" });
const acceptedWords = ({ name, total }: { name: string; total: number }, on: string): string =>
  `${name} accepted ${formatMoney(total)} on ${DAY.format(new Date(on))}`;

const movedWords = ({ name, before, after }: Quotation["moved"][number]): string => {
  if (before === null) return `${name} is new.`;
  if (after === null) return `${name} was removed.`;
  if (before === after) return `${name} stays at ${formatMoney(after)}, as typed.`;
  return `${name} was ${formatMoney(before)}, now ${formatMoney(after)}.`;
};
