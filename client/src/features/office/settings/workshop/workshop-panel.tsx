import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { SETUP_PLACE, useReturnToChecklist } from "#client/components/page/checklist.tsx";
import { UndoNote } from "#client/components/page/undo-note.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { oneOf, useAddress } from "#client/lib/address.ts";
import { type Input, query, type Reply, useCall } from "#client/lib/api.ts";
import { offerUndo } from "#client/lib/undo.ts";
import { countOf } from "#shared/domain/text.ts";
import { CLEARANCE_NAMES, CLEARANCES, type Clearances, isAdded } from "#shared/domain/window/saw/clearances.ts";
import type { Profile } from "#shared/domain/window/saw/profiles.ts";
import { LAP_LABEL, type Lap, usualSection } from "#shared/domain/window/saw/sections.ts";
import { louvresAmong, profileName, profilesWith, USUAL_STOCK } from "#shared/domain/window/saw/workshop-stock.ts";
import { FormerTables } from "./former-tables.tsx";
import type { SectionRow } from "./sections-dialog.tsx";
import type { SavedTable } from "./table-problems.tsx";
import type { StockRow } from "./workshop-stock-dialog.tsx";

const ClearancesDialog = lazyDialog(() => import("./clearances-dialog.tsx"), { fields: 10 });
const CapacityDialog = lazyDialog(() => import("./capacity-dialog.tsx"), { fields: 2 });
const SectionsDialog = lazyDialog(() => import("./sections-dialog.tsx"), { fields: 10 });
const WorkshopStockDialog = lazyDialog(() => import("./workshop-stock-dialog.tsx"), { fields: 4 });

const SETTINGS_PLACE = "workshop-settings";
type WorkshopFigures = Omit<Input<"settings", "saveWorkshop">["body"], "undoes" | "undoesSaveOf">;

const DIALOGS = ["stock", "clearances", "capacity", "sections"] as const;

/** A supplier's own bars and saw, for each profile of a cut list (rule W8). */
export default function WorkshopPanel() {
  const settings = useQuery(query("settings", "readWorkshop", {}));
  const types = useQuery(query("products", "list", { query: { limit: "200" } }));
  const { address } = useAddress({ change: oneOf(DIALOGS) });
  const [changing, setChanging] = useState<(typeof DIALOGS)[number] | null>(address.change || null);
  const returnToChecklist = useReturnToChecklist();
  /** A step of the checklist returns to it (rule W108). */
  const close = () => {
    if (!returnToChecklist()) setChanging(null);
  };
  const [keptMeasures, setKeptMeasures] = useState<string>();
  const restore = useCall("settings", "saveWorkshop", { failure: "Failed to restore the former figures" });
  /**
   * Displays what was saved, with Undo, which saves the former figures again, unless a colleague has
   * saved others (rule W122).
   */
  const onSaved = (words: string, former: WorkshopFigures) => (saved: SavedTable) => {
    const undoes = Object.fromEntries(Object.keys(former).map((key) => [key, saved[key as keyof WorkshopFigures]]));
    setKeptMeasures(saved.keptMeasures);
    // The sentence about kept measures is on this screen.
    const hasReturned = !saved.keptMeasures && returnToChecklist();
    if (!hasReturned) setChanging(null);
    offerUndo({
      place: hasReturned ? SETUP_PLACE : SETTINGS_PLACE,
      words,
      undo: () => {
        setKeptMeasures(undefined);
        restore.mutate({ body: { ...former, undoes, undoesSaveOf: saved.savedAt } });
      },
    });
  };
  const waiting = <TableSkeleton rows={3} columns={5} />;
  const sizes = types.data?.flatMap((type) => type.standardLouverSizes) ?? [];
  const rows = listRows(settings.data?.stock ?? [], sizes);
  const sections = listRows(settings.data?.sections ?? [], sizes);
  return (
    <div className="flex flex-col gap-4">
      {keptMeasures && <Alert>{keptMeasures}</Alert>}
      <Panel
        title="Bars and saw"
        description="The bars that you buy, your saw's kerf, the trim, and the shortest offcut that you keep. Bar plans use these figures."
        actions={
          <Button variant="primary" disabled={!settings.data || types.isPending} onClick={() => setChanging("stock")}>
            Change bars and saw
          </Button>
        }
      >
        <QueryView query={settings} failure="Failed to load the workshop's settings" skeleton={waiting}>
          {() => (types.isPending ? waiting : <StockTable rows={rows} />)}
        </QueryView>
        {changing === "stock" && settings.data && !types.isPending && (
          <WorkshopStockDialog rows={rows} onClose={close} onSaved={onSaved("Workshop settings saved", { stock: settings.data.stock })} />
        )}
      </Panel>
      <Panel
        title="Time and capacity"
        description="Your lead time and weekly capacity. Your board displays when each order has to be begun."
        actions={
          <Button disabled={!settings.data} onClick={() => setChanging("capacity")}>
            Change time and capacity
          </Button>
        }
      >
        <QueryView query={settings} failure="Failed to load the workshop's settings" skeleton={waiting}>
          {({ leadDays, weeklyM2 }) => (
            <DefinitionList
              columns={2}
              facts={[
                { term: "Lead time", value: countOf(leadDays, "working day") },
                { term: "In a week", value: weeklyM2 === null ? "Not stated" : `${weeklyM2.toLocaleString("en-GB")} m²` },
              ]}
            />
          )}
        </QueryView>
        {changing === "capacity" && settings.data && (
          <CapacityDialog
            {...settings.data}
            onClose={close}
            onSaved={onSaved("Time and capacity saved", { leadDays: settings.data.leadDays, weeklyM2: settings.data.weeklyM2 })}
          />
        )}
      </Panel>
      <Panel
        title="Sections"
        description="The sections that you cut each part from. Job cards, weights and bar plans of your orders use them."
        actions={
          <Button disabled={!settings.data || types.isPending} onClick={() => setChanging("sections")}>
            Change sections
          </Button>
        }
      >
        <QueryView query={settings} failure="Failed to load the workshop's settings" skeleton={waiting}>
          {({ lap, trackDepthMm }) => (types.isPending ? waiting : <SectionTable rows={sections} lap={lap} trackDepthMm={trackDepthMm} />)}
        </QueryView>
        {changing === "sections" && settings.data && !types.isPending && (
          <SectionsDialog
            rows={sections}
            {...settings.data}
            onClose={close}
            onSaved={onSaved("Sections saved", formerSections(settings.data))}
          />
        )}
      </Panel>
      <Panel
        title="Clearances"
        description="What you take off the nominal sizes, or add to them, so that the parts fit. Cut lists, job cards, labels and bar plans of your orders use them."
        actions={
          <Button disabled={!settings.data} onClick={() => setChanging("clearances")}>
            Change clearances
          </Button>
        }
      >
        <QueryView query={settings} failure="Failed to load the workshop's settings" skeleton={waiting}>
          {({ clearances }) => <ClearanceTable clearances={clearances} />}
        </QueryView>
        {changing === "clearances" && settings.data && (
          <ClearancesDialog
            clearances={settings.data.clearances}
            onClose={close}
            onSaved={onSaved("Clearances saved", { clearances: settings.data.clearances })}
          />
        )}
      </Panel>
      <FormerTables />
      <UndoNote place={SETTINGS_PLACE} className="sticky bottom-4 z-sticky" />
    </div>
  );
}

const formerSections = ({ sections, lap, trackDepthMm }: Reply<"settings", "readWorkshop">) => ({ sections, lap, trackDepthMm });

/** Rows for louvres of every size on sale, and for louvres with a stored setting. */
function listRows<Row extends { readonly profile: string }>(rows: readonly Row[], louverSizes: readonly number[]) {
  const said = louvresAmong(rows.map(({ profile }) => profile as Profile));
  return profilesWith([...louverSizes, ...said]).map((profile) => ({ profile, own: rows.find((row) => row.profile === profile) }));
}

/** Lists the profiles with their own setting. One line describes the default of all others. */
function StockTable({ rows }: { rows: readonly StockRow[] }) {
  const own = rows.flatMap(({ profile, own: said }) => (said ? [{ ...said, profile }] : []));
  return (
    <Table>
      <thead>
        <TableRow>
          <TableHead>Profile</TableHead>
          <FigureHead>Bar length</FigureHead>
          <FigureHead>Saw's kerf</FigureHead>
          <FigureHead>Trim, each end</FigureHead>
          <FigureHead>Keep from</FigureHead>
        </TableRow>
      </thead>
      <tbody>
        {own.map(({ profile, ...stock }) => (
          <StockFigures key={profile} name={profileName(profile)} {...stock} />
        ))}
        {own.length < rows.length && <StockFigures name={own.length > 0 ? "All others, as usual" : "All, as usual"} {...USUAL_STOCK} />}
      </tbody>
    </Table>
  );
}

/** Lists every profile, because a workshop compares the table with its rack. */
const SectionTable = ({ rows, lap, trackDepthMm }: { rows: readonly SectionRow[]; lap: Lap; trackDepthMm: number }) => (
  <>
    <Table>
      <thead>
        <TableRow>
          <TableHead>Profile</TableHead>
          <FigureHead>Width × thickness</FigureHead>
        </TableRow>
      </thead>
      <tbody>
        {rows.map(({ profile, own: said }) => {
          const { widthMm, thicknessMm } = said ?? usualSection(profile);
          return (
            <TableRow key={profile}>
              <TableCell>
                {profileName(profile)}
                {said?.heightsMm && <span className="block text-sm text-muted">bought {said.heightsMm.join(", ")} mm high</span>}
              </TableCell>
              <FigureCell>
                {widthMm} × {thicknessMm} mm
              </FigureCell>
            </TableRow>
          );
        })}
      </tbody>
    </Table>
    <p className="mt-2 text-sm text-muted">
      Where two panels meet: {LAP_LABEL[lap].toLowerCase()}. A bypass track is {trackDepthMm} mm deep.
    </p>
  </>
);

const ClearanceTable = ({ clearances }: { clearances: Clearances }) => (
  <Table>
    <thead>
      <TableRow>
        <TableHead>Clearance</TableHead>
        <TableHead>Where</TableHead>
        <FigureHead>Off or added</FigureHead>
      </TableRow>
    </thead>
    <tbody>
      {CLEARANCE_NAMES.map((name) => (
        <TableRow key={name}>
          <TableCell className="sm:whitespace-nowrap">{CLEARANCES[name].label}</TableCell>
          <TableCell className="text-muted">{CLEARANCES[name].means}</TableCell>
          <FigureCell>
            {clearances[name]} mm {isAdded(name) ? "added" : "off"}
          </FigureCell>
        </TableRow>
      ))}
    </tbody>
  </Table>
);

type StockFiguresProps = { name: string; stockMm: number; kerfMm: number; trimMm?: number | undefined; keepMm?: number | undefined };

const StockFigures = ({ name, stockMm, kerfMm, trimMm = USUAL_STOCK.trimMm, keepMm = USUAL_STOCK.keepMm }: StockFiguresProps) => (
  <TableRow>
    <TableCell>{name}</TableCell>
    <FigureCell>{stockMm.toLocaleString("en-GB")} mm</FigureCell>
    <FigureCell>{kerfMm} mm</FigureCell>
    <FigureCell>{trimMm} mm</FigureCell>
    <FigureCell>{keepMm.toLocaleString("en-GB")} mm</FigureCell>
  </TableRow>
);

/** On a phone five columns fit only if their headings wrap to two lines. */
const FigureHead = ({ children }: { children: ReactNode }) => (
  <TableHead className="text-right! max-sm:px-1.5! max-sm:whitespace-normal! max-sm:wrap-anywhere">{children}</TableHead>
);
const FigureCell = ({ children }: { children: ReactNode }) => (
  <TableCell className="text-right tabular-nums max-sm:px-1.5! min-[23rem]:whitespace-nowrap">{children}</TableCell>
);
