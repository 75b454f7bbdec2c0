import { z } from "zod";
import { everyone } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { id } from "#shared/http/wire.ts";

const LEAST = 2;
const MOST = 200;
const TYPE_SOMETHING = `Please type at least ${LEAST} characters`;

/** The limit for each kind of hit. */
export const MOST_HITS = 5;

const hit = z.object({ id, title: z.string(), subtitle: z.string().nullable(), path: z.string() });
const hits = z.array(hit);

/** One search over every record that the caller may see (rule C20). */
export const search = {
  find: {
    method: "GET",
    path: "/api/search",
    summary: `Find records by the same fields as their lists, at most ${MOST_HITS} of each kind, newest first. The path is the hit's screen.`,
    roles: everyone,
    query: z.object({
      q: z
        .string(TYPE_SOMETHING)
        .trim()
        .min(LEAST, TYPE_SOMETHING)
        .max(MOST, `Search must be at most ${MOST} characters`)
        .describe("Ignores case. ORD-12, Q-12, RMK-12 and INV-00012 each name one record."),
    }),
    response: z.object({
      quotes: hits,
      orders: hits,
      remakes: hits,
      /** The id of an invoice is its number. */
      invoices: z.array(hit.extend({ id: z.string() })),
      clients: hits,
      products: hits,
    }),
    mayBeClose: true,
  },
} as const satisfies Endpoints;
