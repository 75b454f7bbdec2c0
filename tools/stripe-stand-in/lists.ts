import type { ParamReader } from "./param-reader.ts";
import { invalid, missing } from "./stripe-error.ts";

interface Listed {
  id: string;
}

export interface Page<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

/**
 * One page, newest first, with Stripe's cursors: the ids before and after. `oldestFirst` are in the order of creation.
 */
export function page<T extends Listed>(oldestFirst: Iterable<T>, params: ParamReader, url: string): Page<T> {
  return pageInOrder([...oldestFirst].reverse(), params, url);
}

export function pageInOrder<T extends Listed>(all: T[], params: ParamReader, url: string): Page<T> {
  const limit = params.integer("limit") ?? 10;
  if (limit < 1 || limit > 100) throw invalid("Limit must be between 1 and 100", "limit", "parameter_invalid_integer");
  const after = params.text("starting_after");
  const before = params.text("ending_before");
  if (after && before) throw invalid("You can't pass both starting_after and ending_before", "starting_after");
  if (before) {
    const end = position(all, before, "ending_before");
    const start = Math.max(0, end - limit);
    return { object: "list", data: all.slice(start, end), has_more: start > 0, url };
  }
  const start = after ? position(all, after, "starting_after") + 1 : 0;
  return { object: "list", data: all.slice(start, start + limit), has_more: start + limit < all.length, url };
}

function position(all: Listed[], id: string, param: string): number {
  const index = all.findIndex((each) => each.id === id);
  if (index < 0) throw missing("object", id, param, 400);
  return index;
}

/** `created=…` or `created[gte]=…` and its three siblings. */
export function createdFilter(params: ParamReader): (thing: { created: number }) => boolean {
  if (!params.has("created")) return () => true;
  const range = params.isObject("created") ? params.object("created") : undefined;
  if (!range) {
    const exactly = params.integer("created");
    return ({ created }) => created === exactly;
  }
  const [gt, gte, lt, lte] = [range.integer("gt"), range.integer("gte"), range.integer("lt"), range.integer("lte")];
  return ({ created }) =>
    created > (gt ?? -Infinity) && created >= (gte ?? -Infinity) && created < (lt ?? Infinity) && created <= (lte ?? Infinity);
}
