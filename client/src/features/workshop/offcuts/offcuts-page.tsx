import { useQuery } from "@tanstack/react-query";
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
import { calls, query, type Reply, useCall, usePages } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { can, useUser } from "#client/lib/session.ts";
import { inMetres } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { colourOfBars } from "#shared/domain/window/saw/bars.ts";
import type { Profile } from "#shared/domain/window/saw/profiles.ts";
import { type OwnSection, sectionInWords, sectionOf } from "#shared/domain/window/saw/sections.ts";
import { louvresAmong, profileName, profilesWith } from "#shared/domain/window/saw/workshop-stock.ts";
import { mm } from "../plans/plan-parts.ts";
import { WorkshopScanner } from "../station/workshop-scanner.tsx";
import type { PutOffcut } from "./offcut-add-dialog.tsx";

const OffcutAddDialog = lazyDialog(() => import("./offcut-add-dialog.tsx"), { fields: 4 });

type Offcut = Reply<"workshop", "offcuts">[number];

/** The offcuts in stock, so that no new bar is begun for a piece that fits an offcut (rule W65). */
export default function OffcutsPage() {
  const offcuts = usePages("workshop", "offcuts", { query: { limit: "200" } });
  const sections = useOwnSections();
  const [adding, setAdding] = useState(false);
  const [last, setLast] = useState<PutOffcut>();
  const [removing, setRemoving] = useState<Offcut | null>(null);
  usePreload(OffcutAddDialog);
  const add = (
    <Button variant="primary" size="lg" icon={<Plus />} onClick={() => setAdding(true)}>
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
              <SectionInStock key={group.key} group={group} sections={sections} onRemove={setRemoving} />
            ))}
            <LoadMore
              count={stock.length}
              noun={["offcut", "offcuts"]}
              hasMore={offcuts.hasNextPage}
              pending={offcuts.isFetchingNextPage}
              onLoadMore={() => void offcuts.fetchNextPage()}
            />
          </>
        )}
      </QueryView>
      {adding && (
        <OffcutAddDialog
          sections={sections ?? []}
          inStock={offcuts.data ?? []}
          last={last}
          onPut={setLast}
          onClose={() => setAdding(false)}
        />
      )}
      {removing && <OffcutRemoveDialog offcut={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

/**
 * The sections of one's own workshop; undefined until they load. A person without a workshop gets
 * the default sections.
 */
function useOwnSections(): readonly OwnSection[] | undefined {
  const asks = can(useUser(), calls.settings.readWorkshop);
  const settings = useQuery({ ...query("settings", "readWorkshop", {}), enabled: asks });
  return asks ? settings.data?.sections : [];
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

type SectionInStockProps = { group: Group; sections: readonly OwnSection[] | undefined; onRemove: (offcut: Offcut) => void };

function SectionInStock({ group: { profile, heightMm, offcuts }, sections, onRemove }: SectionInStockProps) {
  const heading = useId();
  const metres = inMetres(offcuts.reduce((sum, { lengthMm }) => sum + lengthMm, 0) * 10);
  const size = sections && sectionInWords(sectionOf(profile, sections, heightMm));
  return (
    <section aria-labelledby={heading} className="mb-6">
      <h2 id={heading} className="text-lg font-semibold">
        {heightMm === null ? profileName(profile) : `${profileName(profile)}, ${mm(heightMm)} mm high`}
      </h2>
      <p className="mb-2 min-h-5 text-sm text-muted tabular-nums">
        {[size, `${countOf(offcuts.length, "offcut")}, ${metres} m`].filter(Boolean).join("; ")}
      </p>
      <ul className="divide-y rounded-lg border bg-surface">
        {offcuts.map((offcut) => (
          <OffcutLine key={offcut.id} offcut={offcut} onRemove={() => onRemove(offcut)} />
        ))}
      </ul>
    </section>
  );
}

/** Formats `1,465 mm`. The length is large, because people search by it. */
function OffcutLine({ offcut, onRemove }: { offcut: Offcut; onRemove: () => void }) {
  const { lengthMm, material, color, from, createdAt } = offcut;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 pr-2 pl-4 sm:grid-cols-[9.5rem_minmax(0,1fr)_auto]">
      <span className="text-xl font-semibold whitespace-nowrap tabular-nums">{mm(lengthMm)} mm</span>
      <div className="min-w-0 wrap-anywhere max-sm:col-start-1 max-sm:row-start-2">
        <p>
          {material} <span className="text-muted">· {colourOfBars(color)}</span>
        </p>
        <p className="text-sm text-muted">
          {from ? (
            <Link href={`/workshop/plans/${from.planId}`} className={`${linkClass} inline-flex min-h-control items-center`}>
              Plan {from.planId}, bar {from.bar}
            </Link>
          ) : (
            "Put in by hand"
          )}
          , <ListedDate value={createdAt} />
        </p>
      </div>
      <Button
        variant="ghost"
        size="lg"
        icon={<Trash2 />}
        aria-label={`Remove ${inWords(offcut)}`}
        onClick={onRemove}
        className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1"
      >
        Remove
      </Button>
    </li>
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
