import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Download, FileText } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { ListedDate } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { PaperLink } from "#client/components/page/document-link.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button, buttonClass, linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { calls, query, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { isFocusLost } from "#client/lib/browser/browser.ts";
import { can, useUser } from "#client/lib/session.ts";
import { sawFilePath, storedPlanPath } from "#shared/contract/parts/papers.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { CUT_LENGTHS, colourOfBars } from "#shared/domain/window/saw/bars.ts";
import type { Profile as CutProfile } from "#shared/domain/window/saw/profiles.ts";
import {
  buyInWords,
  isDone,
  piecesInWords,
  SQUARE_ENDS,
  TRIM_FIRST,
  takenInWords,
  unusualInWords,
  usualFigures,
  usualInWords,
} from "#shared/domain/window/saw/saw-work.ts";
import { sectionInWords } from "#shared/domain/window/saw/sections.ts";
import { profileName } from "#shared/domain/window/saw/workshop-stock.ts";
import {
  BarToSaw,
  CutBar,
  mm,
  type Names,
  type KeptPlan as Plan,
  type PlanBar,
  type PlanProfile,
  SawnBar,
  sawId,
  type Ticked,
} from "./plan-bar.tsx";

const NOT_TICKED = "Failed to tick the bar off";
const NOT_UNDONE = "Failed to undo the bar";

/** The address of the page that plans these orders. */
export const planPath = (orders: readonly number[]): string => `/workshop/bar-plan?orders=${orders.join()}`;

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

const toSaw = (bars: readonly PlanBar[]) => bars.filter((bar) => !isDone(bar));

function PlanAtSaw({ plan }: { plan: Plan }) {
  const { id, orders, changed, profiles, windows } = plan;
  const ticking = useTicking(plan);
  const windowNames = new Map(windows.map(({ itemId, window }) => [itemId, window]));
  const names: Names = { windowOf: (itemId) => windowNames.get(itemId) ?? "", isChanged: (orderId) => changed.includes(orderId) };
  const all = profiles.flatMap(({ bars }) => bars);
  const remaining = toSaw(all).length;
  const usual = usualFigures(profiles);
  return (
    <>
      <PageHeader
        title={`Bar plan ${id}`}
        aside={
          <span className="text-lg tabular-nums">
            {remaining === 0 ? "all sawn" : `${all.length - remaining} of ${countOf(all.length, "bar")} sawn`}
          </span>
        }
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
      {changed.length > 0 && (
        <Alert
          tone="warning"
          className="mb-4 items-center! flex-wrap"
          title={`Changed since: ${changed.map(orderNumber).join(", ")}`}
          action={
            <Link href={planPath(changed)} className={buttonClass("secondary", "sm")}>
              Plan {changed.length === 1 ? "it" : "them"} again
            </Link>
          }
        >
          Other parts are made of {changed.length === 1 ? "it" : "them"} now, or you can no longer see it. Those pieces are struck through
          and count as not sawn.
        </Alert>
      )}
      {all.length === 0 && <EmptyState title="Nothing was left to cut">Every shutter of these orders was marked as cut.</EmptyState>}
      {usual && (
        <p className="text-sm text-muted tabular-nums">
          {usualInWords(usual)}. {TRIM_FIRST} {SQUARE_ENDS} {CUT_LENGTHS}
        </p>
      )}
      {profiles.map((profile) => (
        <ProfileAtSaw
          key={[profile.profile, profile.section.widthMm, profile.section.thicknessMm, profile.material, profile.color].join("\n")}
          profile={profile}
          usual={usual}
          names={names}
          ticking={ticking}
        />
      ))}
    </>
  );
}

/** The printed plan for the wall beside the saw, and the file for a saw that reads one. */
function PlanPapers({ plan: { id, orders, windows, profiles } }: { plan: Plan }) {
  const user = useUser();
  const [deleting, setDeleting] = useState(false);
  const isBegun = profiles.some(({ bars }) => bars.some(({ sawn }) => sawn !== null));
  return (
    <>
      {!isBegun && can(user, calls.workshop.deletePlan) && <Button onClick={() => setDeleting(true)}>Delete plan</Button>}
      {deleting && <DeletePlanDialog id={id} onClose={() => setDeleting(false)} />}
      <a href={sawFilePath(orders)} download className={buttonClass()} title="What is left to saw, a row a cut">
        <Download aria-hidden className="size-4 max-sm:hidden" />
        Saw file (CSV)
      </a>
      <PaperLink
        className={buttonClass()}
        path={storedPlanPath(id)}
        making={{ paper: "barPlan", what: `bar plan ${id}`, windows: windows.length }}
      >
        <FileText aria-hidden className="size-4 max-sm:hidden" />
        Bar plan (PDF)
      </PaperLink>
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
 * A second tap within this time is an accidental double tap, on the bar that has moved into the
 * first one's position.
 */
const DOUBLE_TAP_MS = 600;

/** Marks bars as sawn, one at a time, and stores each mark's outcome. */
function useTicking({ id, profiles, orders }: Plan) {
  const client = useQueryClient();
  const user = useUser();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Ticked>>(new Map());
  const last = useRef({ next: 0, at: Number.NEGATIVE_INFINITY });
  const { mutate, isPending, error, variables } = useCall("workshop", "sawn", {
    failure: null,
    onSuccess: (reply) => {
      last.current = { next: reply.sawn ? reply.bar + 1 : reply.bar, at: performance.now() };
      setOutcomes((before) => {
        const outcomes = new Map(before);
        if (reply.sawn) outcomes.set(reply.bar, reply);
        else outcomes.delete(reply.bar);
        return outcomes;
      });
      const { leftOut: _, cut: __, offcut: ___, pieces: ____, ...bar } = reply;
      client.setQueryData(query("workshop", "readPlan", { params: { id } }).queryKey, (before) => before && withBar(before, bar));
    },
  });
  // The pressed button is no longer rendered, so the focus moves to the next bar's button.
  useEffect(() => {
    const { next } = last.current;
    if (next === 0 || !isFocusLost()) return;
    const toFocus = toSaw(profiles.flatMap(({ bars }) => bars)).find(({ bar }) => bar >= next);
    if (toFocus) document.getElementById(sawId(toFocus.bar))?.focus({ preventScroll: true });
  }, [profiles]);
  const pendingBar = Number(variables?.params.bar);
  return {
    press: can(user, calls.workshop.sawn)
      ? (bar: number) => {
          if (!isPending && performance.now() - last.current.at > DOUBLE_TAP_MS) mutate({ params: { id, bar }, body: {} });
        }
      : undefined,
    undo: can(user, calls.workshop.sawn)
      ? (bar: number) => {
          if (!isPending) mutate({ params: { id, bar }, body: { sawn: false } });
        }
      : undefined,
    isPending: (bar: number) => isPending && pendingBar === bar,
    failureOf: (bar: number) =>
      error && pendingBar === bar ? failureSentence(error, variables?.body?.sawn === false ? NOT_UNDONE : NOT_TICKED) : null,
    outcomeOf: (bar: number) => outcomes.get(bar),
    again: planPath(orders),
  };
}

/** The plan is read again afterwards for its pieces' new state. */
const withBar = (plan: Plan, changed: Omit<PlanBar, "pieces">): Plan => ({
  ...plan,
  profiles: plan.profiles.map((profile) => ({
    ...profile,
    bars: profile.bars.map((bar) => (bar.bar === changed.bar ? { ...bar, ...changed } : bar)),
  })),
});

/** The number of unsawn bars that are open at first, which is more than one session's work. */
const OPEN_BARS = 20;

type ProfileAtSawProps = {
  profile: PlanProfile;
  usual: ReturnType<typeof usualFigures>;
  names: Names;
  ticking: ReturnType<typeof useTicking>;
};

/** The pieces sawn from one kind of bar: the common facts once, then bar by bar. */
function ProfileAtSaw({ profile, usual, names, ticking }: ProfileAtSawProps) {
  const { section, material, color, bars, stockMm, tooLong } = profile;
  const heading = useId();
  const [whole, setWhole] = useState(false);
  const remaining = toSaw(bars).length;
  const end = whole || remaining <= OPEN_BARS ? bars.length : bars.indexOf(toSaw(bars)[OPEN_BARS] as PlanBar);
  return (
    <section aria-labelledby={heading} className="mt-6">
      <h2 id={heading} className="text-lg font-semibold">
        {profileName(profile.profile as CutProfile)} · {material} · {colourOfBars(color)}
      </h2>
      <p className="mb-3 text-sm text-muted tabular-nums">
        {[sectionInWords(section), buyInWords(profile, usual), takenInWords(profile), unusualInWords(profile, usual)]
          .filter((words) => words !== null)
          .join("; ")}
        {bars.length > 0 && (remaining === 0 ? ". All sawn." : remaining < bars.length && `. ${countOf(remaining, "bar")} to saw.`)}
      </p>
      {tooLong.length > 0 && (
        <Alert tone="warning" className="mb-3">
          Longer than {mm(stockMm)} mm, on no bar: {piecesInWords(tooLong, names.windowOf).join(" · ")}
        </Alert>
      )}
      <ol className="grid gap-2">
        {bars
          .slice(0, end)
          .map((bar) =>
            bar.sawn ? (
              <SawnBar
                key={bar.bar}
                bar={bar}
                profile={profile}
                ticked={ticking.outcomeOf(bar.bar)}
                names={names}
                onUndo={ticking.undo}
                pending={ticking.isPending(bar.bar)}
                failure={ticking.failureOf(bar.bar)}
              />
            ) : isDone(bar) ? (
              <CutBar key={bar.bar} bar={bar} names={names} />
            ) : (
              <BarToSaw
                key={bar.bar}
                bar={bar}
                profile={profile}
                names={names}
                onSawn={ticking.press}
                pending={ticking.isPending(bar.bar)}
                failure={ticking.failureOf(bar.bar)}
                again={ticking.again}
              />
            ),
          )}
      </ol>
      {end < bars.length && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          Show the other {countOf(bars.length - end, "bar")}
        </Button>
      )}
    </section>
  );
}
