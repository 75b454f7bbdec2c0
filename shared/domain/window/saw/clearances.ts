import type { TenthMm } from "#shared/domain/length.ts";

/**
 * The differences from nominal sizes that make the parts fit (rule M15), in millimetres to a tenth.
 * A clearance is deducted, except that a rebate makes panels wider and a rod end makes rods longer.
 * The default figures are those of a hinged shutter in painted timber.
 */
export const CLEARANCES = {
  /** The knuckle of a butt hinge holds its two leaves at this distance. */
  hinge: { usual: 3, most: 30, label: "Hinge", means: "between a panel and what it hangs on" },
  /** Two edges that close on each other have a coat of paint each. */
  meeting: { usual: 3, most: 30, label: "Meeting", means: "between panels that meet, and to the face a panel closes against" },
  /** Meeting stiles are square unless the workshop rebates them. */
  rebate: { usual: 0, most: 30, label: "Rebate", means: "by which meeting stiles lap, and panels are wider", isAdded: true },
  /** A panel drops a little in use, so it needs more air above and below than at its sides. */
  head: { usual: 4, most: 30, label: "Head", means: "above a panel" },
  foot: { usual: 4, most: 30, label: "Foot", means: "below a panel, to the frame or the sill" },
  /**
   * The nominal panel already leaves room for wheels and guide; this clearance lets the panel run.
   */
  trackHead: { usual: 4, most: 30, label: "Track head", means: "above a panel on a track" },
  trackFoot: { usual: 4, most: 30, label: "Track foot", means: "below a panel on a track" },
  /** A louvre that touches its stile binds as soon as it swells. */
  louvreEnd: { usual: 1.5, most: 30, label: "Louvre end", means: "at each end of a louvre" },
  /** A closed blade must pass the rail's edge; more than 3 mm lets light through. */
  bladeRail: { usual: 2, most: 3, label: "Blade to rail", means: "between the blades and each rail" },
  /** The staple is inside the rod's end; a longer end would strike the rail. */
  rodEnd: { usual: 10, most: 15, label: "Rod end", means: "of a rod beyond its first and last pin", isAdded: true },
} as const satisfies Readonly<
  Record<string, { readonly usual: number; readonly most: number; readonly label: string; readonly means: string; readonly isAdded?: true }>
>;
export type ClearanceName = keyof typeof CLEARANCES;

/** True for a figure that makes a part larger. */
export const isAdded = (name: ClearanceName): boolean => "isAdded" in CLEARANCES[name];
export const CLEARANCE_NAMES = Object.keys(CLEARANCES) as ClearanceName[];

/** Millimetres, to a tenth. */
export type Clearances = Readonly<Record<ClearanceName, number>>;

export const eachClearance = <Value>(made: (name: ClearanceName) => Value) =>
  Object.fromEntries(CLEARANCE_NAMES.map((name) => [name, made(name)])) as Record<ClearanceName, Value>;

export const USUAL_CLEARANCES: Clearances = eachClearance((name) => CLEARANCES[name].usual);

/** Adds the default clearances that a workshop has not set. */
export const completeClearances = (said: Partial<Clearances> | null | undefined): Clearances => ({ ...USUAL_CLEARANCES, ...said });

/** Converts to whole tenths of a millimetre, so that sums are exact. */
export const inTenths = (clearances: Clearances): Readonly<Record<ClearanceName, TenthMm>> =>
  eachClearance((name) => Math.round(clearances[name] * 10) as TenthMm);

/** `hinge 3, meeting 3, …`: all clearances, for the head of a card. */
export const clearancesInWords = (clearances: Clearances): string =>
  CLEARANCE_NAMES.map((name) => `${CLEARANCES[name].label.toLowerCase()} ${clearances[name]}`).join(", ");

/** The table's name if the workshop has set none of its own. */
export const USUAL_TABLE = "the usual clearances";
