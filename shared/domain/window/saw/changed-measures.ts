import { CLEARANCE_NAMES, CLEARANCES, type Clearances } from "./clearances.ts";
import type { Profile } from "./profiles.ts";
import { LAP_LABEL, type Lap, type OwnSection, ownInWords, usualSection } from "./sections.ts";

/** The measures by which a workshop cuts, in millimetres. */
interface Measures {
  readonly clearances: Clearances;
  readonly sections: readonly OwnSection[];
  readonly lap: Lap;
  readonly trackDepthMm: number;
}

/** Each measure in words, by its name. */
function inWords({ clearances, sections, lap, trackDepthMm }: Measures, profiles: ReadonlySet<Profile>): Map<string, string> {
  const sectionIn = (profile: Profile) => sections.find((own) => own.profile === profile) ?? { profile, ...usualSection(profile) };
  return new Map([
    ...[...profiles].map((profile) => [profile, ownInWords(sectionIn(profile))] as const),
    ...CLEARANCE_NAMES.map((name) => [name, `${CLEARANCES[name].label.toLowerCase()} ${clearances[name]}`] as const),
    ["lap", LAP_LABEL[lap].toLowerCase()],
    ["trackDepthMm", `track ${trackDepthMm} deep`],
  ]);
}

/**
 * Lists the measures of a kept table that its workshop's present table changes (rule W87): `stile
 * 51 × 27, now stile 57 × 28` and `hinge 3, now hinge 4`.
 */
export function changedMeasures(kept: Measures, present: Measures): string[] {
  const profiles = new Set([...kept.sections, ...present.sections].map(({ profile }) => profile as Profile));
  const now = inWords(present, profiles);
  return [...inWords(kept, profiles)].flatMap(([name, words]) => (words === now.get(name) ? [] : `${words}, now ${now.get(name)}`));
}
