import { eq } from "drizzle-orm";
import { quotes } from "#server/schema/quotes.ts";
import { retailQuestions } from "#server/schema/retail.ts";
import { succeeded } from "#server/testing/builders.ts";
import { BUSINESS, clearLogo, dropLogo, phoneOf, storeBusiness, storeLogo } from "#server/testing/retail.ts";
import type { World } from "#server/testing/world.ts";
import { type CasesOf, refused } from "../call-case.ts";
import { newEmail, newWord } from "./example-records.ts";
import { inReply } from "./kept-texts.ts";

/** A record that only the fitter's company sees, and View As does not. */
const fitters = { may: ["customer"], gets: [401, 200, 200, 403, 403, 403, 403] } as const;

const ofFitter = { may: ["customer"], gets: [401, 200, 404, 403, 403, 403, 403] } as const;

/** A draft of a company that has set its business details for homeowners. */
async function retailDraft(world: World): Promise<number> {
  await storeBusiness(world.portal, world.accounts.customer.companyId);
  return world.draft();
}

/**
 * A homeowner's question that waits for its answer. Resets the company's daily count of answers.
 */
async function askedQuestion(world: World): Promise<{ id: number; questionId: number }> {
  const { portal, accounts, as } = world;
  const id = await retailDraft(world);
  const { db, appContext } = portal;
  await appContext.limits["retail-replies"].forget(accounts.customer.companyId);
  await db.update(quotes).set({ customerEmail: newEmail() }).where(eq(quotes.id, id));
  const link = succeeded(await (await as("customer")).post<{ id: number }>(`/api/quotes/${id}/retail-links`, {}));
  const asked = { quoteId: id, linkId: link.id, customerName: "Mrs Hughes", askedAt: new Date(), text: "In brass?" };
  const [question] = await db.insert(retailQuestions).values(asked).returning({ id: retailQuestions.id });
  return { id, questionId: question?.id ?? 0 };
}

/** Homeowners' quotations. */
export const RETAIL_CALLS: CasesOf<"retail"> = {
  "retail.business": { ...fitters, by: "customer" },
  "retail.saveBusiness": {
    ...fitters,
    colleagues: [403, 200],
    by: "customer",
    ask: async (world) => {
      const { companyId } = world.accounts.customer;
      await storeBusiness(world.portal, companyId);
      return { body: { ...BUSINESS, phone: phoneOf(companyId), tradingName: `Orchard ${newWord()}` } };
    },
    lasts: true,
    texts: {
      tradingName: { least: 1, most: 120, trimmed: true, name: true, few: true },
      phone: { least: 0, most: 40, trimmed: true, few: true },
      email: refused(200, 400),
      address: { least: 0, most: 500, trimmed: true, few: true },
      website: refused(200, 400),
      footer: { least: 0, most: 500, trimmed: true, few: true },
      vatNumber: { least: 1, most: 20, trimmed: true, few: true },
      terms: { least: 0, most: 4000, trimmed: true, few: true },
      bankName: { least: 0, most: 60, trimmed: true, name: true, few: true },
      sortCode: refused(200, 400),
      accountNumber: refused(200, 400),
      accent: refused(200, 400),
    },
  },
  "retail.saveLogo": {
    ...fitters,
    colleagues: [403, 200],
    by: "customer",
    ask: async (world) => {
      const { customer, other } = world.accounts;
      for (const { companyId } of [customer, other]) {
        await storeBusiness(world.portal, companyId);
        await dropLogo(world.portal, companyId);
      }
      return { file: await clearLogo() };
    },
  },
  "retail.removeLogo": {
    ...fitters,
    colleagues: [403, 204],
    success: 204,
    by: "customer",
    gets: [401, 204, 204, 403, 403, 403, 403],
    ask: async (world) => {
      await storeLogo(world.portal, world.accounts.customer.companyId);
      return {};
    },
  },
  "retail.read": { ...ofFitter, by: "customer", ask: async (world) => ({ id: await retailDraft(world) }) },
  "retail.save": {
    ...ofFitter,
    by: "customer",
    ask: async (world) => ({ id: await retailDraft(world), body: { version: 1, extras: [{ text: `Blinds ${newWord()}`, price: 40 }] } }),
    texts: {
      "customer.name": { least: 0, most: 120, trimmed: true, name: true, few: true },
      "customer.email": refused(200, 400),
      "customer.address": { least: 0, most: 500, trimmed: true, few: true },
      "extras[].text": { least: 1, most: 200, trimmed: true, few: true },
    },
  },
  "retail.answer": {
    ...ofFitter,
    by: "customer",
    ask: async (world) => {
      const { id, questionId } = await askedQuestion(world);
      return { id, questionId, body: { text: `Yes, in ${newWord()}` } };
    },
    texts: { text: { least: 1, most: 2000, few: true, oneByOne: true, read: inReply("answer.text") } },
  },
  "retail.links": { ...ofFitter, by: "customer", ask: async (world) => ({ id: await retailDraft(world) }) },
  "retail.createLink": {
    ...ofFitter,
    gets: [401, 201, 404, 403, 403, 403, 403],
    success: 201,
    by: "customer",
    ask: async (world) => ({ id: await retailDraft(world), body: { sendTo: newEmail() } }),
    lasts: true,
    texts: { sendTo: refused(201, 400) },
  },
  "retail.revokeLink": {
    ...ofFitter,
    gets: [401, 204, 404, 403, 403, 403, 403],
    success: 204,
    by: "customer",
    ask: async (world) => {
      const id = await retailDraft(world);
      const link = succeeded(await (await world.as("customer")).post<{ id: number }>(`/api/quotes/${id}/retail-links`, {}));
      return { id, linkId: link.id };
    },
  },
};
