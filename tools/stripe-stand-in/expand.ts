import type { Context } from "./context.ts";
import { invalid } from "./stripe-error.ts";

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
