import { inMillimetres } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { CLEARANCE_NAMES, CLEARANCES, type Clearances, completeClearances } from "./clearances.ts";
import type { Profile } from "./profiles.ts";
import { LAP_LABEL, type Lap, type OwnSection, usualSection } from "./sections.ts";
import { completeStock, profileName, type StoredStock, USUAL_STOCK } from "./workshop-stock.ts";

/** The settings of a workshop as an audit entry holds them. Older entries lack newer settings. */
export interface StoredSettings {
  readonly stock?: readonly StoredStock[];
  readonly clearances?: Partial<Clearances>;
  readonly sections?: readonly OwnSection[];
  readonly lap?: Lap;
  readonly trackDepthMm?: number;
  readonly leadDays?: number;
  readonly weeklyM2?: number | null;
}

interface MeasureChange {
  /** `Stiles, width`. */
  readonly measure: string;
  /** `51 mm`. */
  readonly before: string;
  readonly after: string;
}

const mm = (length: number): string => `${inMillimetres(Math.round(length * 10))} mm`;

/** All measures of the settings by their names, with the usual value of a profile without a row. */
function measuresOf(settings: StoredSettings, profiles: readonly string[]): Map<string, string> {
  const { stock = [], clearances, sections = [], lap, trackDepthMm, leadDays, weeklyM2 } = settings;
  const all = completeClearances(clearances);
  const measures = new Map<string, string>(CLEARANCE_NAMES.map((name) => [CLEARANCES[name].label, mm(all[name])]));
  for (const profile of profiles as readonly Profile[]) {
    const name = profileName(profile);
    const section = sections.find((row) => row.profile === profile);
    const { widthMm, thicknessMm } = section ?? usualSection(profile);
    const bar = completeStock(stock.find((row) => row.profile === profile) ?? { profile, ...USUAL_STOCK });
    measures.set(`${name}, width`, mm(widthMm));
    measures.set(`${name}, thickness`, mm(thicknessMm));
    measures.set(`${name}, heights that you buy`, section?.heightsMm ? `${section.heightsMm.join(", ")} mm` : "none");
    measures.set(`${name}, bar length`, mm(bar.stockMm));
    measures.set(`${name}, saw's kerf`, mm(bar.kerfMm));
    measures.set(`${name}, trim`, mm(bar.trimMm));
    measures.set(`${name}, offcuts kept from`, mm(bar.keepMm));
  }
  if (lap) measures.set("Where two panels meet", LAP_LABEL[lap]);
  if (trackDepthMm !== undefined) measures.set("Depth of a bypass track", mm(trackDepthMm));
  if (leadDays !== undefined) measures.set("Lead time", countOf(leadDays, "working day"));
  if (weeklyM2 !== undefined) measures.set("In a week", weeklyM2 === null ? "not stated" : `${weeklyM2.toLocaleString("en-GB")} m²`);
  return measures;
}

/** The measures that differ between two states of a workshop's settings. */
export function workshopChanges(before: StoredSettings, after: StoredSettings): MeasureChange[] {
  const rows = [before, after].flatMap(({ stock = [], sections = [] }) => [...sections, ...stock]);
  const profiles = [...new Set(rows.map(({ profile }) => profile))];
  const [old, now] = [measuresOf(before, profiles), measuresOf(after, profiles)];
  return [...now].flatMap(([measure, value]) => {
    const former = old.get(measure) ?? value;
    return former === value ? [] : [{ measure, before: former, after: value }];
  });
}
