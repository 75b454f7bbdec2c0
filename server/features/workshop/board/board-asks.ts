import { asc, inArray, or, sql } from "drizzle-orm";
import { asMadeBy, workshopFor } from "#server/features/companies/workshop-settings.ts";
import { itemColumns } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { unmakeablePanels } from "#shared/domain/window/saw/cut-list.ts";
import { type OwnSection, sectionOf } from "#shared/domain/window/saw/sections.ts";

interface BoardOrder {
  readonly id: number;
  readonly quoteId: number;
  readonly supplier: { readonly id: number } | null;
}

/** The gaps of a panel and the smallest share of a window that posts and frame take, together. */
const GAPS_MM = 130;

/** The most windows of a page that are laid out: half a hundredth of a second. */
const MOST_LAID_OUT = 300;

/**
 * A width in millimetres that no panel without room between its stiles exceeds, as a share of its
 * window. Frame and post faces are counted whole.
 */
function narrowestMm(own: readonly OwnSection[]): number {
  const widthOf = (profile: Parameters<typeof sectionOf>[0]) => sectionOf(profile, own, null).widthMm;
  const faces = 2 * Math.max(widthOf("l-frame"), widthOf("z-frame"));
  return 2 * widthOf("stile") + faces + Math.max(widthOf("t-post"), widthOf("bay-post"), widthOf("corner-post")) + GAPS_MM;
}

/** The least mean width of a window's panels, in tenths of a millimetre. */
const meanPanel = sql`case when ${quoteItems.layoutCode} is null then least(${quoteItems.widthTenthMm}, ${quoteItems.widestPanelMm} * 5)
  else ${quoteItems.widthTenthMm} / char_length(translate(${quoteItems.layoutCode}, 'TBC', '')) end`;

/**
 * Names the first panel of each order that cannot be made by its workshop's table (rule M44). Only
 * windows whose panels may be that narrow are read, in one statement.
 */
export async function asksOnBoard(db: Db, user: SignedInUser, orders: readonly BoardOrder[]): Promise<ReadonlyMap<number, string>> {
  const asks = new Map<number, string>();
  if (orders.length === 0) return asks;
  const workshopOf = await workshopFor(db, user, orders);
  const madeOf = new Map(orders.map((order) => [order.quoteId, { order, made: asMadeBy(workshopOf(order)) }]));
  const narrow = Math.max(...[...madeOf.values()].map(({ made }) => narrowestMm(made.sections)));
  const windows = await db
    .select({ ...itemColumns, quoteId: quoteItems.quoteId })
    .from(quoteItems)
    .where(
      sql`${inArray(quoteItems.quoteId, [...madeOf.keys()])} and ${or(
        sql`${meanPanel} <= ${Math.round(narrow * 10)}`,
        sql`${quoteItems.tPostsMm} is not null`,
        sql`${quoteItems.facetsMm} is not null`,
      )}`,
    )
    .orderBy(asc(meanPanel), asc(quoteItems.quoteId), asc(quoteItems.place))
    .limit(MOST_LAID_OUT);
  for (const { quoteId, ...window } of windows) {
    const { order, made } = madeOf.get(quoteId) ?? {};
    if (!order || !made || asks.has(order.id)) continue;
    const [first] = unmakeablePanels({ ...toDraw(window), ...made });
    if (first) asks.set(order.id, `${window.name}: ${first.ask}`);
  }
  return asks;
}
