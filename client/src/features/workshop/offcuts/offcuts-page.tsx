import { ArrowLeft, PackageOpen, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "wouter";
import { ListedDate } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog, usePreload } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { LoadMore } from "#client/components/ui/display/table.tsx";
import { OFFCUTS_AT_HAND } from "#client/device/board-lists.ts";
import { KeptOffcuts } from "#client/device/kept-on-device.tsx";
import { type Reply, useCall, usePages } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { useIsAway } from "#client/lib/network.ts";
import { inMetres } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { colourOfBars } from "#shared/domain/window/saw/bars.ts";
import type { Profile } from "#shared/domain/window/saw/profiles.ts";
import { barsInNumbers } from "#shared/domain/window/saw/saw-work.ts";
import { sectionInWords } from "#shared/domain/window/saw/sections.ts";
import { louvresAmong, profileName, profilesWith } from "#shared/domain/window/saw/workshop-stock.ts";
import { mm } from "../plans/plan-parts.ts";
import { WorkshopScanner } from "../station/workshop-scanner.tsx";
import type { PutOffcut } from "./offcut-add-dialog.tsx";

const OffcutAddDialog = lazyDialog(() => import("./offcut-add-dialog.tsx"), { fields: 4 });

type Offcut = Reply<"workshop", "offcuts">[number];

/** The offcuts in stock, so that no new bar is begun for a piece that fits an offcut (rule W65). */
export default function OffcutsPage() {
  const offcuts = usePages("workshop", "offcuts", { query: OFFCUTS_AT_HAND });
  const isAway = useIsAway();
  const [adding, setAdding] = useState(false);
  const [last, setLast] = useState<PutOffcut>();
  const [removing, setRemoving] = useState<Offcut | null>(null);
  usePreload(OffcutAddDialog);
  const add = (
    <Button variant="primary" size="lg" icon={<Plus />} disabled={isAway} onClick={() => setAdding(true)}>
      Put one in stock
    </Button>
  );
  return (
    <>
      <WorkshopScanner />
      <Link href="/workshop/plans" className={`${linkClass} mb-2 inline-flex min-h-control items-center gap-2 print:hidden`}>
        <ArrowLeft aria-hidden className="size-4" />
        Bar plans
      </Link>
      <PageHeader
        title="Offcuts"
        description={
          <span className="max-sm:hidden">
            Offcuts of bars that can still be used. A bar plan that you keep uses them first, where that saves a bar.
          </span>
        }
        action={offcuts.data && offcuts.data.length > 0 && add}
      />
      {isAway && (
        <p className="-mt-2 mb-4 text-sm font-medium text-warning">
          No network: this is the rack as the device keeps it. To put an offcut in or to remove one, the network is needed.
        </p>
      )}
      <QueryView
        query={offcuts}
        failure="Failed to fetch the offcuts"
        empty={
          <EmptyState title="No offcut is in stock" icon={<PackageOpen />} action={add}>
            The offcut of a bar appears here when you tick the bar off. Put the offcuts on your rack in stock.
          </EmptyState>
        }
      >
        {(stock) => (
          <>
            {bySection(stock).map((group) => (
              <SectionInStock key={group.key} group={group} onRemove={isAway ? undefined : setRemoving} />
            ))}
            <LoadMore
              count={stock.length}
              noun={["offcut", "offcuts"]}
              hasMore={offcuts.hasNextPage}
              pending={offcuts.isFetchingNextPage}
              onLoadMore={() => void offcuts.fetchNextPage()}
            />
            <KeptOffcuts count={stock.length} />
          </>
        )}
      </QueryView>
      {adding && <OffcutAddDialog inStock={offcuts.data ?? []} last={last} onPut={setLast} onClose={() => setAdding(false)} />}
      {removing && <OffcutRemoveDialog offcut={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

interface Group {
  readonly key: string;
  readonly profile: Profile;
  readonly heightMm: number | null;
  readonly offcuts: readonly Offcut[];
}

/** Sorts in the order of a cut list, longest first. */
function bySection(offcuts: readonly Offcut[]): Group[] {
  const groups = new Map<string, Group & { offcuts: Offcut[] }>();
  for (const offcut of offcuts) {
    const { section, heightMm } = offcut;
    const key = `${section} ${heightMm}`;
    const group = groups.get(key) ?? { key, profile: section as Profile, heightMm, offcuts: [] };
    group.offcuts.push(offcut);
    groups.set(key, group);
  }
  const sorted = [...groups.values()];
  const order = profilesWith(louvresAmong(sorted.map(({ profile }) => profile)));
  for (const group of sorted) group.offcuts.sort((one, other) => other.lengthMm - one.lengthMm || one.id - other.id);
  return sorted.sort(
    (one, other) => order.indexOf(one.profile) - order.indexOf(other.profile) || (one.heightMm ?? 0) - (other.heightMm ?? 0),
  );
}

type SectionInStockProps = {
  group: Group;
  /** Absent without a network. */
  onRemove: ((offcut: Offcut) => void) | undefined;
};

function SectionInStock({ group: { profile, heightMm, offcuts }, onRemove }: SectionInStockProps) {
  const heading = useId();
  const metres = inMetres(offcuts.reduce((sum, { lengthMm }) => sum + lengthMm, 0) * 10);
  const size = offcuts.find((offcut) => offcut.size)?.size;
  return (
    <section aria-labelledby={heading} className="mb-6">
      <h2 id={heading} className="text-lg font-semibold">
        {heightMm === null ? profileName(profile) : `${profileName(profile)}, ${mm(heightMm)} mm high`}
      </h2>
      <p className="mb-2 min-h-5 text-sm text-muted tabular-nums">
        {[size && sectionInWords(size), `${countOf(offcuts.length, "offcut")}, ${metres} m`].filter(Boolean).join("; ")}
      </p>
      {byTimber(offcuts).map(({ material, color, alike }) => (
        <div key={`${material} ${color}`} className="mb-3">
          <h3 className="mb-1 font-medium wrap-anywhere">
            {material} <span className="font-normal text-muted">· {colourOfBars(color)}</span>
          </h3>
          <ul className="divide-y rounded-lg border bg-surface sm:grid sm:grid-cols-[minmax(9.5rem,auto)_minmax(0,1fr)_auto]">
            {alike.map((some) => (
              <OffcutLine key={some[0].lengthMm} alike={some} onRemove={onRemove && (() => onRemove(some[0]))} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

type Alike = readonly [Offcut, ...Offcut[]];
interface Timber {
  readonly material: string;
  readonly color: string | null;
  /** Offcuts of one length, the longest first. */
  readonly alike: readonly Alike[];
}

/** Groups a section's offcuts by material and colour, and in these by length. */
function byTimber(offcuts: readonly Offcut[]): Timber[] {
  const timbers = new Map<string, Omit<Timber, "alike"> & { readonly lengths: Map<number, Alike> }>();
  for (const offcut of offcuts) {
    const { material, color, lengthMm } = offcut;
    const key = JSON.stringify([material, color]);
    const timber = timbers.get(key) ?? { material, color, lengths: new Map<number, Alike>() };
    const others = timber.lengths.get(lengthMm);
    timber.lengths.set(lengthMm, others ? [...others, offcut] : [offcut]);
    timbers.set(key, timber);
  }
  return [...timbers.values()].map(({ lengths, ...timber }) => ({ ...timber, alike: [...lengths.values()] }));
}

/** Formats `16 × 1,465 mm`. The length is large, because people search by it. */
function OffcutLine({ alike, onRemove }: { alike: Alike; onRemove: (() => void) | undefined }) {
  const [first] = alike;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 pr-2 pl-4 sm:col-span-3 sm:grid-cols-subgrid">
      <span className="text-xl font-semibold whitespace-nowrap tabular-nums">{lengthInWords(alike)}</span>
      <p className="min-w-0 text-sm wrap-anywhere text-muted max-sm:col-start-1 max-sm:row-start-2">
        <Sources alike={alike} />
        <span className="max-sm:hidden">, </span>
        <span className="max-sm:block">
          <ListedDate value={first.createdAt} />
        </span>
      </p>
      <Button
        variant="ghost"
        size="lg"
        icon={<Trash2 />}
        aria-label={alike.length > 1 ? `Remove one of ${alike.length} × ${inWords(first)}` : `Remove ${inWords(first)}`}
        disabled={!onRemove}
        onClick={onRemove}
        className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1"
      >
        {alike.length > 1 ? "Remove one" : "Remove"}
      </Button>
    </li>
  );
}

const lengthInWords = (alike: Alike): string => `${alike.length > 1 ? `${alike.length} × ` : ""}${mm(alike[0].lengthMm)} mm`;

/** The bars that left the offcuts, plan by plan, and how many a person put in stock. */
function Sources({ alike }: { alike: Alike }) {
  const bars = new Map<number, number[]>();
  for (const { from } of alike) if (from) bars.set(from.planId, [...(bars.get(from.planId) ?? []), from.bar]);
  const byHand = alike.filter(({ from }) => from === null).length;
  return (
    <>
      {[...bars].map(([planId, numbers], at) => (
        <span key={planId}>
          {at > 0 && ", "}
          <Link href={`/workshop/plans/${planId}`} className={`${linkClass} py-3 leading-6`}>
            Plan {planId}, {barsInNumbers(numbers.toSorted((one, other) => one - other))}
          </Link>
        </span>
      ))}
      {byHand > 0 && `${bars.size > 0 ? `, ${byHand} put` : "Put"} in by hand`}
    </>
  );
}

/** Formats `812.5 mm of stiles, Basswood Classic, White`. */
const inWords = ({ lengthMm, section, material, color }: Offcut): string =>
  `${mm(lengthMm)} mm of ${profileName(section as Profile)}, ${material}, ${colourOfBars(color)}`;

const NOT_REMOVED = "Failed to take the offcut out of stock";

function OffcutRemoveDialog({ offcut, onClose }: { offcut: Offcut; onClose: () => void }) {
  const remove = useCall("workshop", "removeOffcut", { success: "Taken out of stock", failure: NOT_REMOVED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Take this offcut out of stock?"
      confirmLabel="Take it out"
      cancelLabel="Keep it"
      danger
      onConfirm={() => remove.mutate({ params: { id: offcut.id } })}
      pending={remove.isPending}
      error={remove.error && failureSentence(remove.error, NOT_REMOVED)}
    >
      <p>{inWords(offcut)}. A plan that uses it must be made again.</p>
    </ConfirmDialog>
  );
}
