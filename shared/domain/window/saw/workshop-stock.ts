import { isLouvre, type LouvreProfile, type Profile } from "./profiles.ts";

/**
 * The default stock of each profile (rule W8), in millimetres: the bar's length, the saw's kerf,
 * the trim at either end of a bar, and the least length of an offcut that is stored.
 */
export const USUAL_STOCK = { stockMm: 3000, kerfMm: 3, trimMm: 10, keepMm: 600 } as const;
export interface Stock {
  readonly profile: string;
  readonly stockMm: number;
  readonly kerfMm: number;
  readonly trimMm: number;
  readonly keepMm: number;
}
/** A stored stock row. Old rows have no `trimMm` and no `keepMm`. */
export type StoredStock = Pick<Stock, "profile" | "stockMm" | "kerfMm"> & Partial<Stock>;
export const completeStock = (said: StoredStock): Stock => ({ ...USUAL_STOCK, ...said });
export const STOCK_MM = { least: 500, most: 12_000 } as const;
export const MOST_KERF_MM = 20;
export const MOST_TRIM_MM = 50;
/** The range of an offcut in stock, in millimetres to a tenth. */
export const OFFCUT_MM = { least: 50, most: 12_000 } as const;
export const KEEP_MM = { least: 200, most: 3000 } as const;
/** The profiles of a cut list (`Profile` in profiles.ts). */
export const PROFILE = /^(stile|rail|mid-rail|louvre-[1-9]\d{0,3}|tilt-rod|l-frame|z-frame|t-post|bay-post|corner-post|track|guide)$/;
export const MOST_PROFILES = 100;

const PROFILE_NAME = {
  stile: "Stiles",
  rail: "Top and bottom rails",
  "mid-rail": "Mid rails",
  "tilt-rod": "Tilt rods",
  "l-frame": "L-frame",
  "z-frame": "Z-frame",
  "t-post": "T-posts",
  "bay-post": "Bay posts",
  "corner-post": "Corner posts",
  track: "Track",
  guide: "Guide",
} as const satisfies Record<Exclude<Profile, LouvreProfile>, string>;

const sizeOf = (profile: LouvreProfile): number => Number(profile.slice("louvre-".length));

/** `Louvres 76 mm` */
export const profileName = (profile: Profile): string => (isLouvre(profile) ? `Louvres ${sizeOf(profile)} mm` : PROFILE_NAME[profile]);

/** Returns every profile of a cut list once, with louvres of these sizes between rails and rods. */
export function profilesWith(louverSizes: readonly number[]): Profile[] {
  const louvres = [...new Set(louverSizes)].toSorted((one, other) => one - other).map((size): Profile => `louvre-${size}`);
  const others = Object.keys(PROFILE_NAME) as Exclude<Profile, LouvreProfile>[];
  const after = others.indexOf("tilt-rod");
  return [...others.slice(0, after), ...louvres, ...others.slice(after)];
}

/** Returns the louvre sizes of the louvre profiles. */
export const louvresAmong = (profiles: readonly Profile[]): number[] => profiles.filter(isLouvre).map(sizeOf);
