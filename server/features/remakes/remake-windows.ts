import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { jsonObject, jsonRows, type MoneyOfItem, madeColumns, type QuoteItem } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import { nameInMail } from "#server/platform/mail/post.ts";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import { products } from "#server/schema/products.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { remakeWindows } from "#server/schema/remake-parts.ts";
import type { requestRemakeBody } from "#shared/contract/parts/remake-request.ts";
import type { remakeWindow } from "#shared/contract/remakes.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { NO_WINDOW_NAMED, piecesOf } from "#shared/domain/trade/remake-faults.ts";
import { isOnWindow, markInWords } from "#shared/domain/window/fields/window-mark.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import type { CutPart } from "#shared/domain/window/saw/cut-list.ts";
import { makeFault, makeInWords, panelsAt } from "#shared/domain/window/saw/make-in-words.ts";
import { isWholeWindow, listMake, type MakeOf, type WindowMake } from "#shared/domain/window/saw/window-make.ts";
import { sizesInWords } from "#shared/domain/window/text/making-text.ts";

type RemakeBody = z.output<typeof requestRemakeBody>;
type RequestedWindow = NonNullable<RemakeBody["windows"]>[number];
type RemakeWindow = z.output<typeof remakeWindow>;

/** Workshops see the windows of remakes too, so prices are not even loaded. */
const {
  pencePerM2: _,
  listPencePerM2: __,
  discountHundredths: ___,
  chargedAreaMilliM2: ____,
  surcharges: _____,
  itemTotalPence: ______,
  make: _______,
  ...windowColumns
} = madeColumns;

/** Reads `windows`, or the single piece of one window in the older fields. */
function namedIn({ windows = [], quoteItemId, markXMm, markYMm }: RemakeBody): readonly RequestedWindow[] {
  if (quoteItemId === undefined) return windows;
  const mark = markXMm === undefined || markYMm === undefined ? null : { xMm: markXMm, yMm: markYMm };
  return [{ quoteItemId, pieces: 1, mark }];
}

/** Refuses more pieces than were ordered. @throws 400 */
export function refuseTooMany(pieces: number, { name, quantity }: Pick<RemakeWindow, "name" | "quantity">): void {
  if (pieces > quantity) throw badRequest(`Window "${name}" was ordered ${quantity === 1 ? "once" : `${quantity} times`}`);
}

/**
 * Loads the windows that a request names, in the order's sequence. Each belongs to that quote, has
 * at most the ordered pieces, and its mark is inside.
 */
export async function windowsAsked(db: Db, quoteId: number, body: RemakeBody): Promise<RemakeWindow[]> {
  const wishes = new Map(namedIn(body).map((window) => [window.quoteItemId, window]));
  if (wishes.size === 0) return [];
  const items = await db
    .select(windowColumns)
    .from(quoteItems)
    .innerJoin(products, eq(products.id, quoteItems.shutterTypeId))
    .where(and(inArray(quoteItems.id, [...wishes.keys()]), eq(quoteItems.quoteId, quoteId)))
    .orderBy(quoteItems.place);
  if (items.length < wishes.size) throw badRequest("Please choose among the windows of the order");
  return items.map((item) => {
    const { pieces = 1, mark = null, panels, parts, counts, stile } = wishes.get(item.id) ?? {};
    refuseTooMany(pieces, item);
    if (mark && !isOnWindow(mark, { width: item.widthTenthMm, height: item.heightTenthMm }))
      throw badRequest(`The mark is outside window "${item.name}", which is ${sizeInMillimetres(item)}`);
    const make = {
      panels: panels ?? (mark ? panelsAt(toDraw(item), mark) : []),
      parts: parts ?? [],
      ...(counts && { counts }),
      ...(stile && { stile }),
    };
    refuseWrongMake(item, make);
    return { ...item, pieces, mark, ...make };
  });
}

/**
 * Refuses panels and parts that the window does not have.
 * @param known the make that the remake already names
 * @throws 400
 */
export function refuseWrongMake(item: Omit<QuoteItem, MoneyOfItem | "make">, make: WindowMake, known?: WindowMake | null): void {
  const fault = makeFault(toDraw(item), make, known);
  if (fault) throw badRequest(fault);
}

/** Returns the value that is stored; null for the whole window. */
export const storedMake = (make: MakeOf<CutPart>): MakeOf<CutPart> | null => (isWholeWindow(make) ? null : listMake(make));

export const toRemakeWindow = (
  remakeId: number,
  { id, pieces, mark, panels = [], parts = [], counts, stile }: RemakeWindow,
): typeof remakeWindows.$inferInsert => ({
  remakeId,
  quoteItemId: id,
  pieces,
  markXMm: mark?.xMm,
  markYMm: mark?.yMm,
  make: storedMake({ panels, parts, counts, stile }),
});

const ofTheRemake = {
  from: sql`${remakeWindows} join ${quoteItems} on ${eq(quoteItems.id, remakeWindows.quoteItemId)}
    join ${products} on ${eq(products.id, quoteItems.shutterTypeId)}
    where ${eq(remakeWindows.remakeId, remakes.id)}`,
  orderBy: quoteItems.place,
};

/** The windows of a remake, as a value of a statement that reads the remake. */
export const windowsOfRemake = jsonRows<RemakeWindow>(
  {
    ...windowColumns,
    pieces: remakeWindows.pieces,
    mark: sql`case when ${remakeWindows.markXMm} is not null
      then ${jsonObject({ xMm: remakeWindows.markXMm, yMm: remakeWindows.markYMm })} end`,
    panels: sql`coalesce(${remakeWindows.make}->'panels', '[]')`,
    parts: sql`coalesce(${remakeWindows.make}->'parts', '[]')`,
    counts: sql`coalesce(${remakeWindows.make}->'counts', '{}')`,
    stile: sql`${remakeWindows.make}->>'stile'`,
  },
  ofTheRemake,
);

/**
 * The names of a remake's windows, for lists. A window of which parts are requested has its
 * measures, which `nameWindow` describes.
 */
export const windowNames = jsonRows<NamedWindow>(
  {
    id: quoteItems.id,
    name: quoteItems.name,
    pieces: remakeWindows.pieces,
    requested: sql`case when ${remakeWindows.make} is not null then ${jsonObject({ ...windowColumns, make: remakeWindows.make })} end`,
  },
  ofTheRemake,
);
interface NamedWindow extends Pick<RemakeWindow, "id" | "name" | "pieces"> {
  readonly requested: (Omit<QuoteItem, MoneyOfItem | "make"> & { readonly make: MakeOf<CutPart> }) | null;
}

/** Describes the requested parts of a window in words, for lists. */
export const nameWindow = ({ requested, ...window }: NamedWindow) => ({
  ...window,
  make: requested && { panels: requested.make.panels, words: makeInWords(toDraw(requested), requested.make) },
});

const MOST_IN_MAIL = 20;

/** Describes the windows in an email to the makers: names, pieces, sizes to make and marks. */
export function windowsInMail(windows: readonly RemakeWindow[]): string[] {
  if (windows.length === 0) return [`${NO_WINDOW_NAMED}.`];
  const lines = windows.slice(0, MOST_IN_MAIL).map((window) => {
    const place = window.mark ? ` The place is marked ${markInWords(window.mark)}, seen from inside the room.` : "";
    const asked = { ...window, panels: window.panels ?? [], parts: window.parts ?? [] };
    const make = isWholeWindow(asked) ? "" : ` To make again: ${makeInWords(toDraw(window), asked)}.`;
    return `“${piecesOf(nameInMail(window.name), window.pieces)}”, ${sizesInWords(toDraw(window))}.${place}${make}`;
  });
  if (lines.length <= 1) return lines.map((line) => `It is about the window ${line}`);
  const more = windows.length > lines.length ? [`And ${windows.length - lines.length} more.`] : [];
  return [[`It is about ${windows.length} windows:`, ...lines, ...more].join("\n")];
}
