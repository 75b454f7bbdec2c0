import type { Request } from "express";
import type { z } from "zod";
import { upperFirst } from "#shared/domain/text.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { type BrokenRule, badRequest, Refusal } from "./errors.ts";
import { refuseLongLists } from "./paging/long-lists.ts";

/**
 * True if both PostgreSQL and a browser can store the text: no NUL, no half of a surrogate pair
 * (rule C10).
 */
const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/**
 * Ten times the longest list and the most keys of any call's body. Depth and sums are bounded
 * before (json-body.ts).
 */
const LONGEST_LIST = 10_000;
const MOST_KEYS = 1000;

function isStorableDeep(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (value === null || typeof value !== "object") return true;
  // `Object.entries` is not used, because it creates a list for each: a megabyte of "[],[],…"
  // blocked all requests for most of a second.
  if (Array.isArray(value)) {
    if (value.length > LONGEST_LIST) throw badRequest("The request holds too long a list");
    return value.every((entry) => isStorableDeep(entry));
  }
  const keys = Object.keys(value);
  if (keys.length > MOST_KEYS) throw badRequest("The request holds too many fields");
  return keys.every((key) => isStorable(key) && isStorableDeep((value as Record<string, unknown>)[key]));
}

/** Turns `companyName` into `Company name`, for a rule without a sentence of its own. */
function humanName(path: readonly PropertyKey[]): string {
  const last = path.findLast((part) => typeof part === "string") ?? "The request";
  const words = String(last).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return upperFirst(words);
}

const fallbackSentence = (issue: z.core.$ZodRawIssue): string => {
  const path = issue.path ?? [];
  if (path.length === 0) return "The request needs a JSON object";
  const name = humanName(path);
  return issue.input === undefined ? `${name} is required` : `${name} is not valid`;
};

/** @throws a 400 with the first broken rule's sentence, or with that of a list that is too long */
export function parsePart<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  refuseLongLists(schema, value);
  const result = schema.safeParse(value, { error: fallbackSentence });
  if (result.success) return result.data;
  const broken: BrokenRule[] = result.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  throw badRequest(broken[0]?.message ?? "The request is not valid", broken);
}

function refuseUnstorable(...parts: readonly unknown[]): void {
  if (!parts.every((part) => isStorableDeep(part))) throw badRequest("The text contains characters that cannot be stored");
}

/**
 * Parses the body of an address outside the contract in the same way as the contract's.
 * @throws 400
 */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  refuseUnstorable(body);
  return parsePart(schema, body ?? {});
}

/**
 * Checks the query of an address outside the contract in the same way as the contract's.
 * @throws 400
 */
export function checkQuery(schema: z.ZodType | undefined, query: unknown): void {
  refuseUnstorable(query);
  if (schema) parsePart(schema, query);
}

/** Refuses a body whose media type the call does not accept. */
export function refuseOtherTypes({ files }: Endpoint, req: Request): void {
  const hasBody = req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
  if (!hasBody) return;
  if (!files && !req.is("application/json")) throw new Refusal(415, "Please send JSON");
  if (files?.orJson && !req.is(["application/json", "multipart/form-data"]))
    throw new Refusal(415, "Please send JSON, or the form as multipart/form-data");
  if (files && !files.orJson && !req.is("multipart/form-data")) throw new Refusal(415, "Please send the form as multipart/form-data");
}

interface ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export function parseRequest(call: Endpoint, req: Request): ParsedRequest {
  refuseUnstorable(req.params, req.query, req.body);
  const body = (as = call.body) => as && parsePart(as, req.body ?? {});
  return {
    params: call.params && parsePart(call.params, req.params),
    query: call.query && parsePart(call.query, req.query),
    body: call.rightsFirst ? body : body(),
  };
}
