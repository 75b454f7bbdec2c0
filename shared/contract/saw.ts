import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { makers } from "#shared/domain/roles.ts";
import { CUT_ENDS, CUT_PARTS } from "#shared/domain/window/saw/cut-list.ts";
import { NOT_MADE_REASONS } from "#shared/domain/window/saw/saw-work.ts";
import { STILE_SIDES } from "#shared/domain/window/saw/window-make.ts";
import { OFFCUT_MM, PROFILE } from "#shared/domain/window/saw/workshop-stock.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, idField, instant, nameText, optionalName, paging, pathId } from "#shared/http/wire.ts";
import { measuresTable } from "./orders.ts";
import { MOST_ORDERS_AT_ONCE } from "./parts/papers.ts";
import { personRef } from "./parts/people.ts";
import { seen } from "./parts/seen.ts";

/**
 * A stored bar plan, its bars ticked off as they are sawn, and the offcuts in stock (rules W45 to
 * W48).
 */

const count = z.number().int();

const CHOOSE = "Please choose the orders to plan";
const PROFILE_NAMED = "Section must be a profile of a cut list";
const LENGTH = `Length must be from ${OFFCUT_MM.least} to ${OFFCUT_MM.most.toLocaleString("en-GB")} mm, to a tenth`;
const HEIGHT = "Height must be from 40 to 300 mm, to a tenth";
const isToATenth = (mm: number): boolean => Math.abs(mm * 10 - Math.round(mm * 10)) < 1e-9;

const section = z.object({ name: z.string(), widthMm: z.number(), thicknessMm: z.number() });

const offcut = z.object({
  id,
  /** The profile: stile, louvre-76. */
  section: z.string(),
  /** The height of a rail bought in heights; null for other parts. */
  heightMm: z.number().nullable(),
  material: z.string(),
  /** Null for timber that is painted later. */
  color: z.string().nullable(),
  lengthMm: z.number(),
  /** The bar that left the offcut; null: a person entered it. */
  from: z.object({ planId: id, bar: count }).nullable(),
  createdAt: instant,
});

/** An offcut with its size by the workshop's present sections; replies stored earlier lack it. */
const offcutInStock = offcut.extend({ size: section.optional() });

/** The bevel of a bay or corner post; absent for other parts. */
export const bevelDeg = z.number().optional();

const planPiece = z.object({
  orderId: id,
  itemId: id,
  /** The number of the shutter within the window. */
  piece: count,
  /** Counts panels from 1, from the left; null for the frame. */
  panel: count.nullable(),
  part: z.enum(CUT_PARTS),
  lengthMm: z.number(),
  ripMm: z.number().nullable(),
  ends: z.enum(CUT_ENDS),
  bevelDeg,
  /** The side of a remake's one stile of each panel; absent for other parts. */
  stile: z.enum(STILE_SIDES).optional(),
  /** The shutter of a part that is cut again: `487.1`; absent for other parts. */
  recutFor: z.string().optional(),
});
/**
 * The piece's current state: it counts as cut if any plan's bar with it is sawn, or if its shutter
 * is marked as cut at the bench.
 */
const pieceNow = planPiece.extend({ cut: z.boolean() });
const planBar = z.object({
  /** Counts from 1 through the whole plan. */
  bar: count,
  /** The offcut that serves as this bar; null: a bar from the rack. */
  offcutId: id.nullable(),
  lengthMm: z.number(),
  /** The pieces in the order of work: longest first. */
  pieces: z.array(planPiece),
  /**
   * The rest of the bar, including the end that is trimmed later. A sawn bar's rest includes the
   * pieces that were not cut from it.
   */
  offcutMm: z.number(),
  sawn: z.object({ at: instant, by: personRef, receivedAt: instant.optional() }).nullable(),
});
/** The bars of one kind. */
export const planProfile = z.object({
  profile: z.string(),
  section,
  material: z.string(),
  color: z.string().nullable(),
  stockMm: z.number(),
  kerfMm: z.number(),
  trimMm: z.number(),
  keepMm: z.number(),
  bars: z.array(planBar.extend({ pieces: z.array(pieceNow) })),
  /** A lower bound: no plan uses fewer bars from the rack. */
  lowerBound: count,
  optimal: z.boolean(),
  wastePercent: z.number(),
  /**
   * The bars to buy, after the stock is used, and each part that is longer than a bar in its
   * own length.
   */
  buy: z.array(z.object({ count, lengthMm: z.number() })),
  /** The length of all of `buy`. */
  buyMm: z.number(),
  /** The number of rack bars saved compared with the best known plan without offcuts. */
  savedBars: count,
  tooLong: z.array(planPiece.omit({ piece: true })),
});
/**
 * The tables by which the orders are cut now: the owner's name and the day of the last change, null
 * without one.
 */
export const planTables = z.array(
  z.object({
    table: measuresTable.table,
    tableDate: measuresTable.tableDate,
    usualSections: z.literal(true).optional(),
    orders: z.array(id),
  }),
);
/**
 * The windows with panels that have no room between their stiles. No stop has the parts of these
 * panels (rule M44).
 */
export const planAsks = z.array(z.object({ orderId: id, itemId: id, window: z.string(), asks: z.array(z.string()) }));
/** The names of the pieces' windows. */
export const planWindows = z.array(
  z.object({
    orderId: id,
    itemId: id,
    window: z.string(),
    /** The remake for which the order makes the window again; absent for other orders. */
    remakeId: id.nullable().optional(),
  }),
);
const plan = z.object({
  id,
  createdAt: instant,
  by: personRef,
  orders: z.array(id),
  /** Orders whose parts have changed, and those in `notMade`. Their pieces are not sawn. */
  changed: z.array(id),
  /**
   * Orders that were cancelled, set to draft or moved to another workshop. Their pieces stay on the
   * bars, and no stop has them.
   */
  notMade: z.array(z.object({ orderId: id, reason: z.enum(NOT_MADE_REASONS) })),
  cannotMake: planAsks,
  tables: planTables,
  profiles: z.array(planProfile),
  windows: planWindows,
});

export const PREVIEW_AS_GIVEN = "Preview must be as the bar plan's reply has it";
const whole = z.number(PREVIEW_AS_GIVEN).int(PREVIEW_AS_GIVEN);
/** The pieces of a bar: a size's place in its section, the longest first, and their count. */
const sizeCount = z.object({ size: whole.min(0, PREVIEW_AS_GIVEN), count: whole.min(1, PREVIEW_AS_GIVEN) }, PREVIEW_AS_GIVEN);
/** Beyond every plan of the most pieces: a longer list is refused before its entries are read. */
const MOST_OF_A_PREVIEW = { sections: 2_000, bars: 9_000, offcuts: 1_000, sizes: 1_000 };
const listUpTo = <Entry extends z.ZodType>(entry: Entry, most: number) => z.array(entry, PREVIEW_AS_GIVEN).max(most, PREVIEW_AS_GIVEN);
const pattern = listUpTo(sizeCount, MOST_OF_A_PREVIEW.sizes);
const barsAlike = z.object({ pattern, times: whole.min(1, PREVIEW_AS_GIVEN) }, PREVIEW_AS_GIVEN);
const takenOffcut = z.object({ pattern, offcut: whole.min(0, PREVIEW_AS_GIVEN) }, PREVIEW_AS_GIVEN);
const cutting = z.object(
  { bars: listUpTo(barsAlike, MOST_OF_A_PREVIEW.bars), taken: listUpTo(takenOffcut, MOST_OF_A_PREVIEW.offcuts) },
  PREVIEW_AS_GIVEN,
);
const isSawn = z.boolean("Sawn must be true or false").optional();
const BARS = "Please choose the plan's bars by their numbers";
/**
 * The most bars of one press, so that a press stays short; a screen sends more in several calls.
 */
export const MOST_BARS_AT_ONCE = 300;
/** The outcome of a press for one bar. */
const sawnOutcome = {
  /** Pieces of orders that have changed; they count as not sawn. */
  leftOut: z.array(planPiece),
  /** The shutters whose last part this bar contains: they are marked as cut. */
  cut: z.array(z.object({ orderId: id, itemId: id, piece: count })),
  /** The offcut that became stock. */
  offcut: offcut.nullable(),
  /** True if another person had sawn the bar before this press: its parts may exist twice. */
  already: z.boolean().optional(),
};

/** A plan that was not stored: a hash of its inputs, and how each section is cut. */
export const planPreview = z.object(
  {
    inputs: z.string(PREVIEW_AS_GIVEN).regex(/^[\w-]{43}$/, PREVIEW_AS_GIVEN),
    cuttings: listUpTo(cutting, MOST_OF_A_PREVIEW.sections),
  },
  PREVIEW_AS_GIVEN,
);

/**
 * A row of the saw's file: a cut, in the order of work. Bar and stop are null if the part is longer
 * than a bar.
 */
export const sawCut = z.object({
  bar: count.nullable(),
  /** The bar's section in words: `stile 51 × 27`. */
  section: z.string(),
  material: z.string(),
  color: z.string().nullable(),
  stopMm: z.number().nullable(),
  lengthMm: z.number(),
  ripMm: z.number().nullable(),
  /** The cut of the ends; for a bay or corner post its bevel, `bevel-21.5`. */
  ends: z.string(),
  orderId: id,
  window: z.string(),
  /** The number of the shutter within the window; null for a part that is longer than a bar. */
  piece: count.nullable(),
  panel: count.nullable(),
  /** A remake's one stile of a panel has its side: `left-stile`. */
  part: z.enum([...CUT_PARTS, "left-stile", "right-stile"]),
});

export const saw = {
  plan: {
    method: "POST",
    path: "/api/workshop/plans",
    summary: `Plan the bars of 1 to ${MOST_ORDERS_AT_ONCE} orders and store the plan. The plan respects trim and kerf, and uses offcuts first if that saves a bar.`,
    roles: makers,
    body: z.object({
      orders: z.array(idField(CHOOSE), CHOOSE).min(1, CHOOSE).max(MOST_ORDERS_AT_ONCE, `At most ${MOST_ORDERS_AT_ONCE} orders at once`),
      /** Stores exactly the plan of a bar plan's reply; a 409 if stock or orders have changed. */
      preview: planPreview.optional(),
    }),
    response: plan,
    creates: true,
    transaction: "own",
  },
  plans: {
    method: "GET",
    path: "/api/workshop/plans",
    summary: "List the stored plans, newest first, with their progress.",
    roles: makers,
    query: z.object(paging),
    response: z.array(
      z.object({
        id,
        createdAt: instant,
        by: personRef,
        orders: z.array(id),
        /**
         * The job names of these orders without duplicates, by which a person recognises the plan.
         */
        jobNames: z.array(z.string()),
        /**
         * Bars that are ticked off or still to saw. A bar whose pieces were all cut elsewhere does
         * not count.
         */
        bars: count,
        /** Bars that are ticked off. */
        sawn: count,
      }),
    ),
    paged: true,
    storedOnDevice: ["supplier"],
  },
  readPlan: {
    method: "GET",
    path: "/api/workshop/plans/:id",
    summary: "Read a stored plan: its sawn bars, its cut pieces, and the orders that have changed since.",
    roles: makers,
    params: byId,
    response: plan,
    large: true,
    storedOnDevice: ["supplier"],
  },
  deletePlan: {
    method: "DELETE",
    path: "/api/workshop/plans/:id",
    summary: "Delete a stored plan of which no bar is sawn.",
    roles: makers,
    params: byId,
    response: z.null(),
  },
  sawn: {
    method: "POST",
    path: "/api/workshop/plans/:id/bars/:bar/sawn",
    summary:
      "Mark a bar as sawn, or with `sawn: false` undo that. A shutter becomes cut with the last of its parts, the rest of the bar becomes stock, and pieces of a changed order are left out. Repeating the call changes nothing; after another person's mark the reply has `already: true`. A bar whose pieces are all cut already, or with a piece that another plan has sawn, is a 409.",
    roles: makers,
    params: z.object({ id: pathId, bar: pathId }),
    body: z.object({ sawn: isSawn, seen }).optional(),
    response: planBar.extend(sawnOutcome),
    idempotent: true,
    pressed: true,
  },
  sawnBars: {
    method: "POST",
    path: "/api/workshop/plans/:id/sawn",
    summary: `Mark up to ${MOST_BARS_AT_ONCE} bars as sawn, or with \`sawn: false\` undo that, as the call for one bar does: all of them or none. The refusal names its bar.`,
    roles: makers,
    params: byId,
    body: z.object({
      sawn: isSawn,
      bars: z
        .array(z.object({ bar: idField(BARS), seen }), BARS)
        .min(1, BARS)
        .max(MOST_BARS_AT_ONCE, `At most ${MOST_BARS_AT_ONCE} bars at once`)
        .refine((list) => new Set(list.map(({ bar }) => bar)).size === list.length, "Please name each bar once"),
    }),
    response: z.array(z.object({ bar: planBar.shape.bar, sawn: planBar.shape.sawn, ...sawnOutcome })),
    idempotent: true,
    pressed: true,
    large: true,
  },
  offcuts: {
    method: "GET",
    path: "/api/workshop/offcuts",
    summary: "List the offcuts in the caller's workshop, newest first.",
    roles: makers,
    query: z.object(paging),
    response: z.array(offcutInStock),
    paged: true,
    storedOnDevice: ["supplier"],
  },
  addOffcut: {
    method: "POST",
    path: "/api/workshop/offcuts",
    summary: "Add an offcut to the stock.",
    roles: makers,
    body: z.object({
      section: z.string(PROFILE_NAMED).regex(PROFILE, PROFILE_NAMED),
      heightMm: z.number(HEIGHT).min(40, HEIGHT).max(300, HEIGHT).refine(isToATenth, HEIGHT).nullish(),
      material: nameText({ most: LONGEST.productName, required: "Please enter the material", name: "Material" }),
      color: optionalName("Color", LONGEST.color).nullish(),
      lengthMm: z.number(LENGTH).min(OFFCUT_MM.least, LENGTH).max(OFFCUT_MM.most, LENGTH).refine(isToATenth, LENGTH),
    }),
    response: offcutInStock,
    creates: true,
    idempotent: true,
  },
  removeOffcut: {
    method: "DELETE",
    path: "/api/workshop/offcuts/:id",
    summary: "Remove an offcut from the stock. An offcut that was sawn is a 409.",
    roles: makers,
    params: byId,
    response: z.null(),
  },
} as const satisfies Endpoints;
