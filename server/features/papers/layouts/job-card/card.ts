import type { OpenRecut } from "#server/features/orders/recuts.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import type { JobWords } from "#server/schema/invoices-and-refunds.ts";
import { type Day, formatDay } from "#shared/domain/period.ts";
import type { orderNumber, remakeNumber } from "#shared/domain/trade/status.ts";
import type { BarLength } from "#shared/domain/window/saw/bars.ts";
import type { Clearances } from "#shared/domain/window/saw/clearances.ts";
import type { OwnSection } from "#shared/domain/window/saw/sections.ts";
import type { RemakeOnPaper } from "./remake-blocks.ts";

export interface JobCard extends JobWords {
  /** The number of the order, or of the remake where the card is a remake's. */
  readonly number: ReturnType<typeof orderNumber | typeof remakeNumber> | typeof TEST_CARD;
  readonly productName: string;
  readonly companyName: string;
  readonly contactName: string;
  readonly shippingAddress: string;
  readonly createdAt: Date;
  readonly shippingDate: string | null;
  /** Days in London; absent on a remake's own card. */
  readonly requiredBy?: string | null;
  readonly dueOn?: string | null;
  readonly remakeId: number | null;
  /** The remake with its fault, where the reader may still see it. */
  readonly remake: RemakeOnPaper | null;
  /** The target of the QR code. */
  readonly url: string;
  /** The clearances to cut by, and the workshop that owns them (rule M16). */
  readonly clearances: Clearances;
  readonly table: string;
  readonly tableDate: Day | null;
  readonly keptAt: Date | null;
  /** True if the workshop has not reviewed its sections (rule W108). */
  readonly isUnreviewed: boolean;
  /** The workshop's own bars; others have the usual length. */
  readonly bars: readonly BarLength[];
  /** The workshop's own sections (rule M19). */
  readonly sections: readonly OwnSection[];
  /** The changes since the last printing (rule O21): `Changed on 26 Nov: Kitchen width`. */
  readonly corrected?: readonly string[];
  /** The parts that are to be cut again (rule W95). */
  readonly recuts?: readonly OpenRecut[];
  /** The items have no prices, so that none can be printed. */
  readonly items: readonly MakerItem[];
}

/** The number of the card of a sample window (rule W108). */
export const TEST_CARD = "TEST";

export const dayOf = (day: string): string => formatDay(new Date(`${day}T12:00:00Z`));
const weekday = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short" });
export const weekdayOf = (day: string): string => `${weekday.format(new Date(day))} ${dayOf(day)}`;

/** The days of the order in words; equal days are printed once. */
export function daysOf({ requiredBy, dueOn }: JobCard, inWords: (day: string) => string): string[] {
  const isNeededApart = requiredBy && requiredBy !== dueOn;
  return [...(isNeededApart ? [`Needed by ${inWords(requiredBy)}`] : []), ...(dueOn ? [`Due ${inWords(dueOn)}`] : [])];
}

/** A card without windows shows all windows of the remade order, because none may be cut yet. */
export const namesNoWindow = ({ remakeId, remake }: JobCard): boolean => remakeId === null && remake?.windows.length === 0;
