import { z } from "zod";
import { MOST_TYPES_PLANNED } from "#shared/domain/longest.ts";
import { superAdminOnly } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { privateTo } from "#shared/http/visibility.ts";
import { byId, calendarDay, hundredths, id, idField, instant, pounds } from "#shared/http/wire.ts";
import { basePrice, costPerM2 } from "./products.ts";

const NOT_A_DAY = "From must be a date";
const GIVE_ONE = "Give either prices or a percentage";
const GIVE_PRICE = "Give a price or a cost";
const PERCENT = "Percent must be between -50 and 100";
const CHOOSE = "Please choose at least one shutter type";
const TOO_MANY = `At most ${MOST_TYPES_PLANNED} shutter types at once`;
const EACH_ONCE = "Please name each shutter type once";
const isOnce = (ids: readonly number[]) => new Set(ids).size === ids.length;

const productId = idField("Shutter type is required");
const planBody = z
  .object({
    from: calendarDay(NOT_A_DAY).describe("The first day of the new prices, YYYY-MM-DD; after today."),
    changes: z
      .array(
        z
          .object({ productId, basePricePerM2: basePrice.optional(), costPerM2: costPerM2.optional() })
          .refine((change) => change.basePricePerM2 !== undefined || change.costPerM2 !== undefined, GIVE_PRICE),
        "Changes must be a list",
      )
      .min(1, CHOOSE)
      .max(MOST_TYPES_PLANNED, TOO_MANY)
      .refine((changes) => isOnce(changes.map((change) => change.productId)), EACH_ONCE)
      .optional(),
    percent: hundredths<number>({ least: -50, most: 100 }, PERCENT)
      .refine((percent) => percent !== 0, PERCENT)
      .optional()
      .describe("The change in percent of the price that would apply on that day."),
    productIds: z
      .array(productId, "Product ids must be a list")
      .min(1, CHOOSE)
      .max(MOST_TYPES_PLANNED, TOO_MANY)
      .refine(isOnce, EACH_ONCE)
      .optional()
      .describe("With a percentage: the shutter types to change; default: all on offer."),
  })
  .refine(({ changes, percent }) => (changes === undefined) !== (percent === undefined), GIVE_ONE)
  .refine(({ changes, productIds }) => changes === undefined || productIds === undefined, GIVE_ONE);

const pricePlan = z.object({
  id,
  from: calendarDay(NOT_A_DAY),
  /**
   * A type whose price stays has only its cost, and the other way round. The first cost has no
   * `costBefore`.
   */
  changes: z.array(
    z.object({
      productId: id,
      name: z.string(),
      before: pounds.optional(),
      after: pounds.optional(),
      costBefore: privateTo(superAdminOnly, pounds.nullable()).optional(),
      costAfter: privateTo(superAdminOnly, pounds).optional(),
    }),
  ),
  /**
   * Clients' fixed prices of these types on that day, which the change does not move (rule P18).
   */
  unmoved: z.array(z.object({ companyId: id, companyName: z.string(), productId: id, pricePerM2: pounds })),
  createdAt: instant,
  createdBy: z.object({ id, contactName: z.string() }),
});

/** Prices that apply from a future day (rule P12). */
export const priceChanges = {
  planPrices: {
    method: "POST",
    path: "/api/price-changes",
    proof: true,
    summary: "Plan prices that apply from a future day, one by one or all by a percentage.",
    roles: superAdminOnly,
    body: planBody,
    response: pricePlan,
    creates: true,
    idempotent: true,
  },
  plannedPrices: {
    method: "GET",
    path: "/api/price-changes",
    summary: "List the planned prices, soonest first.",
    roles: superAdminOnly,
    response: z.array(pricePlan),
  },
  dropPlannedPrices: {
    method: "DELETE",
    path: "/api/price-changes/:id",
    proof: true,
    summary: "Delete planned prices whose day has not come.",
    roles: superAdminOnly,
    params: byId,
    response: z.null(),
  },
} as const satisfies Endpoints;
