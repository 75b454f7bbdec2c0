import { z } from "zod";
import { everyone } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { id } from "#shared/http/wire.ts";

const LEAST = 2;
const MOST = 200;
const TYPE_SOMETHING = `Please type at least ${LEAST} characters`;

/** Of each kind. */
export const MOST_HITS = 5;

const hit = z.object({ id, title: z.string(), subtitle: z.string().nullable(), path: z.string() });
const hits = z.array(hit);

/** The one search over everything that a person may see (rule C20). */
export const search = {
  find: {
    method: "GET",
    path: "/api/search",
    summary: `Things by what their lists find them by, at most ${MOST_HITS} of each kind, the newest first; path: where the portal shows it.`,
    roles: everyone,
    query: z.object({
      q: z
        .string(TYPE_SOMETHING)
        .trim()
        .min(LEAST, TYPE_SOMETHING)
        .max(MOST, `Search must be at most ${MOST} characters`)
        .describe("Without case; ORD-12, Q-12, RMK-12 and INV-00012 name one thing."),
    }),
    response: z.object({
      quotes: hits,
      orders: hits,
      remakes: hits,
      /** Of an invoice the id is its number. */
      invoices: z.array(hit.extend({ id: z.string() })),
      clients: hits,
      products: hits,
    }),
    mayBeClose: true,
  },
} as const satisfies Endpoints;
