import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { makers } from "#shared/domain/roles.ts";
import { CUT_ENDS, CUT_PARTS } from "#shared/domain/window/saw/cut-list.ts";
import { OFFCUT_MM, PROFILE } from "#shared/domain/window/saw/workshop-stock.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, idField, instant, nameText, optionalName, paging, pathId } from "#shared/http/wire.ts";
import { MOST_ORDERS_AT_ONCE } from "./parts/papers.ts";
import { personRef } from "./parts/people.ts";

/** A plan that is kept, its bars ticked off as they are sawn, and the offcuts that are stock (rules W45 to W48). */

const count = z.number().int();

const CHOOSE = "Please choose the orders to plan";
const PROFILE_NAMED = "Section must be a profile of a cut list";
const LENGTH = `Length must be from ${OFFCUT_MM.least} to ${OFFCUT_MM.most.toLocaleString("en-GB")} mm, to a tenth`;
const HEIGHT = "Height must be from 40 to 300 mm, to a tenth";
const isToATenth = (mm: number): boolean => Math.abs(mm * 10 - Math.round(mm * 10)) < 1e-9;

const offcut = z.object({
  id,
  /** Its profile: stile, louvre-76. */
  section: z.string(),
  /** Of rails that are bought in heights; null of all else. */
  heightMm: z.number().nullable(),
  material: z.string(),
  /** Null of timber that is painted later. */
  color: z.string().nullable(),
  lengthMm: z.number(),
  /** The bar that it was left of; null: somebody entered it. */
  from: z.object({ planId: id, bar: count }).nullable(),
  createdAt: instant,
});

const planPiece = z.object({
  orderId: id,
  itemId: id,
  /** Which of the window's shutters. */
  piece: count,
  /** From 1, from the left; null: the frame's. */
  panel: count.nullable(),
  part: z.enum(CUT_PARTS),
  lengthMm: z.number(),
  ripMm: z.number().nullable(),
  ends: z.enum(CUT_ENDS),
});
/** As it is now: it is cut once it is sawn from a bar of whichever plan, or its shutter is marked as cut at the bench. */
const pieceNow = planPiece.extend({ cut: z.boolean() });
const planBar = z.object({
  /** From 1 through the whole plan. */
  bar: count,
  /** The offcut that it is; null: a bar from the rack. */
  offcutId: id.nullable(),
  lengthMm: z.number(),
  /** In the order of work: the longest first. */
  pieces: z.array(planPiece),
  /** What is left of it, the end that is trimmed later included. */
  offcutMm: z.number(),
  sawn: z.object({ at: instant, by: personRef }).nullable(),
});
const plan = z.object({
  id,
  createdAt: instant,
  by: personRef,
  orders: z.array(id),
  /** Orders of which other parts are made now, or that are no longer made here: their pieces are left out. */
  changed: z.array(id),
  profiles: z.array(
    z.object({
      profile: z.string(),
      section: z.object({ name: z.string(), widthMm: z.number(), thicknessMm: z.number() }),
      material: z.string(),
      color: z.string().nullable(),
      stockMm: z.number(),
      kerfMm: z.number(),
      trimMm: z.number(),
      keepMm: z.number(),
      bars: z.array(planBar.extend({ pieces: z.array(pieceNow) })),
      /** No plan takes fewer bars from the rack. */
      lowerBound: count,
      optimal: z.boolean(),
      wastePercent: z.number(),
      /** What is to be bought, less what is in stock. */
      buyMm: z.number(),
      /** So many bars fewer from the rack than the best plan without offcuts that is known. */
      savedBars: count,
      tooLong: z.array(planPiece.omit({ piece: true })),
    }),
  ),
  windows: z.array(z.object({ orderId: id, itemId: id, window: z.string() })),
});

/** A row of the saw's file: a cut, in the order of work. Bar and stop are null of what is longer than a bar. */
export const sawCut = z.object({
  bar: count.nullable(),
  stopMm: z.number().nullable(),
  lengthMm: z.number(),
  ripMm: z.number().nullable(),
  ends: z.enum(CUT_ENDS),
  orderId: id,
  window: z.string(),
  panel: count.nullable(),
  part: z.enum(CUT_PARTS),
});

export const saw = {
  plan: {
    method: "POST",
    path: "/api/workshop/plans",
    summary: `Plan the bars of 1 to ${MOST_ORDERS_AT_ONCE} orders and keep the plan: trim and kerf count, and offcuts are taken first where that saves a bar.`,
    roles: makers,
    body: z.object({
      orders: z.array(idField(CHOOSE), CHOOSE).min(1, CHOOSE).max(MOST_ORDERS_AT_ONCE, `At most ${MOST_ORDERS_AT_ONCE} orders at once`),
    }),
    response: plan,
    creates: true,
    transaction: "own",
  },
  plans: {
    method: "GET",
    path: "/api/workshop/plans",
    summary: "The plans that are kept, the newest first, with how far each is.",
    roles: makers,
    query: z.object(paging),
    response: z.array(
      z.object({
        id,
        createdAt: instant,
        by: personRef,
        orders: z.array(id),
        /** What the customers call these orders, each name once: by it a person finds the plan. */
        jobNames: z.array(z.string()),
        bars: count,
        /** Ticked off, or with nothing on them that is not cut already. */
        sawn: count,
      }),
    ),
    paged: true,
  },
  readPlan: {
    method: "GET",
    path: "/api/workshop/plans/:id",
    summary: "A plan that is kept: which bars are sawn, which pieces are cut, and which of its orders have changed since.",
    roles: makers,
    params: byId,
    response: plan,
  },
  sawn: {
    method: "POST",
    path: "/api/workshop/plans/:id/bars/:bar/sawn",
    summary:
      "Tick a bar off. A shutter is marked as cut with the last of its parts, what is left of the bar becomes stock, and pieces of a changed order are left out. Again it is the same. A bar of which every piece is cut already, and one with a piece that another plan has sawn, are 409.",
    roles: makers,
    params: z.object({ id: pathId, bar: pathId }),
    response: planBar.extend({
      /** Pieces of orders that had changed: they count as not sawn. */
      leftOut: z.array(planPiece),
      /** Shutters that are cut with it. */
      cut: z.array(z.object({ orderId: id, itemId: id, piece: count })),
      /** What of it became stock. */
      offcut: offcut.nullable(),
    }),
  },
  offcuts: {
    method: "GET",
    path: "/api/workshop/offcuts",
    summary: "The offcuts that one's own workshop has in stock, the newest first.",
    roles: makers,
    query: z.object(paging),
    response: z.array(offcut),
    paged: true,
  },
  addOffcut: {
    method: "POST",
    path: "/api/workshop/offcuts",
    summary: "Put an offcut in stock.",
    roles: makers,
    body: z.object({
      section: z.string(PROFILE_NAMED).regex(PROFILE, PROFILE_NAMED),
      heightMm: z.number(HEIGHT).min(40, HEIGHT).max(300, HEIGHT).refine(isToATenth, HEIGHT).nullish(),
      material: nameText({ most: LONGEST.productName, required: "Please enter the material", name: "Material" }),
      color: optionalName("Color", LONGEST.color).nullish(),
      lengthMm: z.number(LENGTH).min(OFFCUT_MM.least, LENGTH).max(OFFCUT_MM.most, LENGTH).refine(isToATenth, LENGTH),
    }),
    response: offcut,
    creates: true,
    idempotent: true,
  },
  removeOffcut: {
    method: "DELETE",
    path: "/api/workshop/offcuts/:id",
    summary: "Take an offcut out of stock: it is no longer there. One that was sawn is 409.",
    roles: makers,
    params: byId,
    response: z.null(),
  },
} as const satisfies Endpoints;
