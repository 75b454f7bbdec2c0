import type { ParamReader } from "./params.ts";
import type { Context } from "./state.ts";
import { invalid, missing } from "./stripe-error.ts";

interface Listed {
  id: string;
}

interface Page<T> {
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

type JsonObject = Record<string, unknown>;

const MAX_DEPTH = 4;

/** `expand[]=payment_intent.latest_charge`: a copy of the object in which the objects stand instead of their ids. */
export function expanded(object: object, paths: string[], context: Context): object {
  if (paths.length === 0) return object;
  const copy = structuredClone(object) as JsonObject;
  for (const path of paths) {
    const fields = path.split(".");
    if (fields.length > MAX_DEPTH)
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`, "expand");
    for (const target of targets(copy, fields)) expandPath(target.object, target.fields, path, context);
  }
  return copy;
}

/** In a list every path begins with `data` and applies to each entry. */
function targets(object: JsonObject, fields: string[]): { object: JsonObject; fields: string[] }[] {
  if (object.object !== "list" || fields[0] !== "data") return [{ object, fields }];
  return (object.data as JsonObject[]).map((entry) => ({ object: entry, fields: fields.slice(1) }));
}

function expandPath(object: JsonObject, [field, ...deeper]: string[], path: string, context: Context): void {
  if (field === undefined) throw notExpandable(path);
  const value = find(object, field, path, context);
  if (value === null) return;
  object[field] = value;
  if (deeper.length === 0) return;
  for (const target of targets(value, deeper)) expandPath(target.object, target.fields, path, context);
}

function find(object: JsonObject, field: string, path: string, { state }: Context): JsonObject | null {
  const value = object[field];
  if (typeof value === "object" && value !== null) return value as JsonObject;
  const id = typeof value === "string" ? value : "";
  switch (`${object.object}.${field}`) {
    case "checkout.session.payment_intent":
    case "charge.payment_intent":
    case "refund.payment_intent":
      return copyOf(state.paymentIntents.get(id));
    case "payment_intent.latest_charge":
    case "refund.charge":
      return copyOf(state.charges.get(id));
    case "checkout.session.line_items":
      return list(state.sessions.get(String(object.id))?.items ?? [], `/v1/checkout/sessions/${object.id}/line_items`);
    case "charge.refunds":
      return list(
        [...state.refunds.values()].filter((refund) => refund.charge === object.id).reverse(),
        `/v1/charges/${object.id}/refunds`,
      );
    default:
      throw notExpandable(path);
  }
}

const copyOf = (found: object | undefined) => (found ? (structuredClone(found) as JsonObject) : null);

const SHOWN_OF_A_LIST = 10;

function list(all: object[], url: string): JsonObject {
  return { object: "list", data: structuredClone(all.slice(0, SHOWN_OF_A_LIST)), has_more: all.length > SHOWN_OF_A_LIST, url };
}

function notExpandable(path: string) {
  return invalid(`This property cannot be expanded (${path}).`, "expand");
}
