import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download, FileText } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { ListedDate } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { FileLink, NetworkNote, PaperLink } from "#client/components/page/document-link.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button, buttonClass, linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Summary } from "#client/components/ui/display/summary.tsx";
import { calls, query, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { can, useUser } from "#client/lib/session.ts";
import { planSawFilePath, storedPlanPath } from "#shared/contract/parts/papers.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { CUT_LENGTHS } from "#shared/domain/window/saw/bars.ts";
import { barsSawnInWords } from "#shared/domain/window/saw/plan-rows.ts";
import {
  isDone,
  namesOfWindows,
  notMadeInWords,
  SQUARE_ENDS,
  TRIM_FIRST,
  tablesInWords,
  usualFigures,
  usualInWords,
} from "#shared/domain/window/saw/saw-work.ts";
import { CannotMake } from "./cannot-make.tsx";
import { type Names, type KeptPlan as Plan, planPath } from "./plan-parts.ts";
import { keyOf, ProfileAtSaw } from "./plan-section.tsx";
import { SawingNotes } from "./sawing-notes.tsx";
import { useSawing } from "./use-sawing.ts";

/** More of a sentence than this is opened by a press, so that the bars stay on the screen. */
const SHORT_SENTENCE = 240;

function NotMadeSentence({ sentence }: { sentence: string }) {
  const words = <p className="wrap-anywhere tabular-nums">{sentence}</p>;
  if (sentence.length <= SHORT_SENTENCE) return words;
  return (
    <details>
      <Summary className="-ml-1 w-fit rounded-sm">{sentence.slice(0, sentence.indexOf(":"))}: its parts</Summary>
      {words}
    </details>
  );
}

/** A saved plan at the saw: the next bar and its cuts (rules W45 and W47). */
export default function KeptPlan({ id }: { id: number }) {
  const plan = useQuery(query("workshop", "readPlan", { params: { id } }));
  return (
    <>
      <Link href="/workshop/plans" className={`${linkClass} mb-2 inline-flex min-h-control items-center gap-2 print:hidden`}>
        <ArrowLeft aria-hidden className="size-4" />
        Bar plans
      </Link>
      <QueryView query={plan} failure="Failed to load the bar plan">
        {(found) => <PlanAtSaw plan={found} />}
      </QueryView>
    </>
  );
}

function PlanAtSaw({ plan }: { plan: Plan }) {
  const { id, orders, changed, notMade, profiles, windows } = plan;
  const sections = useOpenSections(plan);
  const names: Names = {
    windowOf: namesOfWindows(windows),
    notMade,
    isChanged: (orderId) => changed.includes(orderId),
  };
  const all = profiles.flatMap(({ bars }) => bars);
  const toSaw = all.filter((bar) => !isDone(bar, notMade)).map(({ bar }) => bar);
  const remaining = toSaw.length;
  const sawn = all.filter((bar) => bar.sawn !== null).length;
  const sawing = useSawing(plan, toSaw, sections.openFor);
  const changedHere = changed.filter((order) => !notMade.some(({ orderId }) => orderId === order));
  const usual = usualFigures(profiles);
  return (
    <>
      <PageHeader
        title={`Bar plan ${id}`}
        aside={<span className="text-lg tabular-nums">{barsSawnInWords({ sawn, left: remaining })}</span>}
        description={
          <>
            Made <ListedDate value={plan.createdAt} time /> by {plan.by.contactName} for{" "}
            {orders.map((order, index) => (
              <span key={order}>
                {index > 0 && ", "}
                <Link href={`/workshop/${order}`} className={`${linkClass} whitespace-nowrap`}>
                  {orderNumber(order)}
                </Link>
              </span>
            ))}
            .
          </>
        }
        action={all.length > 0 && <PlanPapers plan={plan} />}
      />
      {notMade.length > 0 && (
        <Alert tone="warning" className="mb-4" title="Not made here any more, and in no stop">
          {notMadeInWords(notMade, all).map((sentence) => (
            <NotMadeSentence key={sentence} sentence={sentence} />
          ))}
        </Alert>
      )}
      <CannotMake windows={plan.cannotMake} />
      {changedHere.length > 0 && (
        <Alert
          tone="warning"
          className="mb-4 items-center! flex-wrap"
          title={`Changed since: ${changedHere.map(orderNumber).join(", ")}`}
          action={
            <Link href={planPath(changedHere)} className={buttonClass("secondary", "sm")}>
              Plan {changedHere.length === 1 ? "it" : "them"} again
            </Link>
          }
        >
          Other parts are made of {changedHere.length === 1 ? "it" : "them"} now. Those pieces are struck through and count as not sawn.
        </Alert>
      )}
      {all.length === 0 && <EmptyState title="Nothing was left to cut">Every shutter of these orders was marked as cut.</EmptyState>}
      {usual && (
        <div className="text-sm text-muted tabular-nums">
          <p>
            {tablesInWords(plan.tables)} {usualInWords(usual)}.
          </p>
          <SawingNotes>
            {TRIM_FIRST} {SQUARE_ENDS} {CUT_LENGTHS}
          </SawingNotes>
        </div>
      )}
      {profiles.map((profile, place) => (
        <ProfileAtSaw
          key={keyOf(profile)}
          profile={profile}
          usual={usual}
          names={names}
          sawing={sawing}
          again={planPath(orders)}
          open={sections.isOpen(place)}
          onToggle={() => sections.toggle(place)}
        />
      ))}
    </>
  );
}

/** The printed plan for the wall beside the saw, and the file for a saw that reads one. */
function PlanPapers({ plan: { id, windows, profiles } }: { plan: Plan }) {
  const user = useUser();
  const [deleting, setDeleting] = useState(false);
  const isBegun = profiles.some(({ bars }) => bars.some(({ sawn }) => sawn !== null));
  return (
    <>
      {!isBegun && can(user, calls.workshop.deletePlan) && <Button onClick={() => setDeleting(true)}>Delete plan</Button>}
      {deleting && <DeletePlanDialog id={id} onClose={() => setDeleting(false)} />}
      <FileLink path={planSawFilePath(id)} className={buttonClass()} title="What is left to saw, a row a cut">
        <Download aria-hidden className="size-4 max-sm:hidden" />
        Saw file (CSV)
      </FileLink>
      <PaperLink
        className={buttonClass()}
        path={storedPlanPath(id)}
        making={{ paper: "barPlan", what: `bar plan ${id}`, windows: windows.length }}
      >
        <FileText aria-hidden className="size-4 max-sm:hidden" />
        Bar plan (PDF)
      </PaperLink>
      <NetworkNote className="order-last w-full">The plan's files need the network.</NetworkNote>
    </>
  );
}

function DeletePlanDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [, navigate] = useLocation();
  const remove = useCall("workshop", "deletePlan", { failure: null, onSuccess: () => navigate("/workshop/plans") });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete bar plan ${id}?`}
      needsNetwork
      confirmLabel="Delete plan"
      danger
      pending={remove.isPending}
      error={remove.error ? failureSentence(remove.error, "Failed to delete the bar plan") : null}
      onConfirm={() => remove.mutate({ params: { id } })}
    >
      No bar of it is sawn. The orders and the offcuts stay as they are.
    </ConfirmDialog>
  );
}

/**
 * Sections with bars to saw are open. A section folds when its last bar is sawn and opens again by
 * an undo; a press on its head counts until then. The section of the next bar opens by itself.
 */
function useOpenSections({ profiles, notMade }: Plan) {
  const [presses, setPresses] = useState<ReadonlyMap<number, { readonly open: boolean; readonly done: boolean }>>(new Map());
  const isAllDone = (place: number): boolean => {
    const { bars = [] } = profiles[place] ?? {};
    return bars.length > 0 && bars.every((bar) => isDone(bar, notMade));
  };
  const isOpen = (place: number): boolean => {
    const [pressed, done] = [presses.get(place), isAllDone(place)];
    return pressed?.done === done ? pressed.open : !done;
  };
  const set = (place: number, open: boolean) => setPresses((before) => new Map(before).set(place, { open, done: isAllDone(place) }));
  return {
    isOpen,
    toggle: (place: number) => set(place, !isOpen(place)),
    openFor: (number: number) => {
      const place = profiles.findIndex(({ bars }) => bars.some(({ bar }) => bar === number));
      if (!isOpen(place)) set(place, true);
    },
  };
}
