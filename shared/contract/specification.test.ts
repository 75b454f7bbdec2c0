import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { api } from "./index.ts";
import { errorRow } from "./office/errors.ts";
import { statsReply } from "./office/stats.ts";
import { orderDetails } from "./orders.ts";
import { account } from "./parts/people.ts";
import { quoteItem } from "./parts/windows.ts";
import { productRow } from "./products.ts";
import { quoteDetails } from "./quotes.ts";
import { referralRow } from "./referrals.ts";
import { remakeDetails, remakeReply } from "./remakes.ts";
import { createUserBody, userRow } from "./users.ts";

/**
 * The specification's own lists of fields and calls, which other programs rely on. Renaming a field
 * or a call fails here.
 */

const keysOf = (schema: unknown): string[] => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});
/** The wire schema of a codec that has other names on the server. */
const wireOf = (schema: z.ZodType | undefined): unknown => (schema instanceof z.ZodCodec ? schema.in : schema);

describe("an entity has its fields", () => {
  test.each<[string, z.ZodType, string]>([
    ["User", account, "id email role companyName contactName address referralCode isImpersonating"],
    ["User in the list", userRow, "id companyName contactName email role"],
    ["User on creation", createUserBody, "companyName contactName email password role"],
    ["Shutter type", productRow, "id name description basePricePerM2 standardLouverSizes colorOptions"],
    ["Quote", quoteDetails, "id user quoteStatus paymentStatus createdAt validUntil subtotal tax finalTotal items"],
    [
      "Quote item",
      quoteItem,
      "id shutterTypeId shutterType widthM heightM areaM2 louverSize tiltRodType numberOfMidRails frameType mountType openingDirection colorSelection quantity pricePerM2 itemTotalPrice",
    ],
    [
      "Order",
      orderDetails,
      "id quoteId quote user orderStatus paymentStatus createdAt shippingDate estimatedArrival shippingAddress trackingNumber",
    ],
    ["Order's quote", orderDetails.shape.quote, "items subtotal tax finalTotal"],
    ["Remake", remakeDetails, "id orderId status reason photos createdAt order replies"],
    ["Remake reply", remakeReply, "id message createdAt user"],
    ["Replier", remakeReply.shape.user, "companyName contactName role"],
    ["Referral", referralRow, "id referredUserId paidOut commissionEarned createdAt"],
    ["Error record", errorRow, "id createdAt errorType errorMessage requestPath severity status"],
    ["Notification", api.notifications.list.response.element, "id title message read type relatedId createdAt"],
    ["Stats", statsReply, "totalOrders pendingOrders unpaidOrders totalAmount ordersByStatus remakes recentOrders dateRange"],
    ["Stats' remakes", statsReply.shape.remakes, "total pending recent"],
    ["Stats' range", statsReply.shape.dateRange, "start end"],
    ["Payment provider config", api.payments.configure.body, "publicKey secretKey"],
  ])("%s", (_, schema, fields) => {
    expect(keysOf(schema)).toEqual(expect.arrayContaining(fields.split(" ")));
  });
});

const CALLS = Object.values(api).flatMap((feature) => Object.values(feature as Record<string, Endpoint>));

describe("a call has its method, path and payload", () => {
  test.each([
    ["GET /api/user", ""],
    ["POST /api/login", "email password"],
    ["POST /api/logout", ""],
    ["POST /api/register", "email password companyName contactName"],
    ["GET /api/notifications", ""],
    ["PATCH /api/notifications/:id/read", ""],
    ["GET /api/users", ""],
    ["POST /api/users", "companyName contactName email password role"],
    ["DELETE /api/users/:id", ""],
    ["POST /api/impersonate/:id", ""],
    ["POST /api/stop-impersonation", ""],
    ["GET /api/stats", "period startDate endDate search"],
    ["GET /api/quotes", ""],
    ["GET /api/quotes/:id/items", ""],
    ["POST /api/quotes", "items subtotal tax finalTotal"],
    ["POST /api/quotes/:id/convert", "shippingAddress"],
    ["POST /api/quotes/:id/pay", ""],
    ["DELETE /api/quotes/:id", ""],
    ["GET /api/orders", "search"],
    ["GET /api/orders/:id", ""],
    ["PATCH /api/orders/:id/status", "status"],
    ["PATCH /api/orders/:id/dates", "shippingDate estimatedArrival"],
    ["DELETE /api/orders/:id", ""],
    ["PATCH /api/remakes/:id/status", "status"],
    ["GET /api/remakes", ""],
    ["GET /api/remakes/:id", ""],
    ["POST /api/remakes", "orderId reason"],
    ["POST /api/remakes/:id/replies", "message"],
    ["DELETE /api/remakes/:id", ""],
    ["GET /api/referrals", ""],
    ["GET /api/products", ""],
    ["POST /api/products", "name basePricePerM2 description standardLouverSizes colorOptions"],
    ["PUT /api/products", "name basePricePerM2 description standardLouverSizes colorOptions"],
    ["GET /api/stripe/config", ""],
    ["POST /api/stripe/config", "publicKey secretKey"],
    ["PATCH /api/users/:id/profile", "companyName contactName address"],
    ["PATCH /api/users/:id/password", "currentPassword newPassword"],
    ["GET /api/errors", ""],
  ])("%s takes %j", (address, payload) => {
    const call = CALLS.find(({ method, path }) => `${method} ${path}` === address);
    expect(call, address).toBeDefined();
    const taken = keysOf(wireOf(call?.method === "GET" ? call.query : call?.body));
    expect(taken).toEqual(expect.arrayContaining(payload.split(" ").filter(Boolean)));
  });

  test("the call that requests a remake is a form with repeated photos", () => {
    expect(api.remakes.create.files.field).toBe("photos");
  });

  test("a quote's windows carry the choices of the specification", () => {
    const fields =
      "shutterTypeId widthM heightM louverSize tiltRodType numberOfMidRails frameType mountType openingDirection colorSelection quantity";
    expect(keysOf(wireOf(api.quotes.create.body.shape.items.element))).toEqual(expect.arrayContaining(fields.split(" ")));
  });
});
