import type { rawCalls } from "#shared/contract/parts/raw-calls.ts";

/** The scopes of API tokens (rule A33). A write scope includes its read scope. */
export const SCOPES = [
  "quotes:read",
  "quotes:write",
  "orders:read",
  "orders:write",
  "remakes:read",
  "remakes:write",
  "invoices:read",
  "workshop:read",
  "workshop:write",
] as const;
export type Scope = (typeof SCOPES)[number];
/** The scope of calls that every token may make. */
export const ANY_SCOPE = "any";

/**
 * The calls that a token may make, by scope. A call that is missing here is for sessions only, so a
 * new call is closed to tokens until somebody adds it.
 */
const CALLS_BY_SCOPE = {
  [ANY_SCOPE]: ["accounts.current", "products.list"],
  "quotes:read": [
    ...["quotes.list", "quotes.counts", "quotes.sums", "quotes.read", "quotes.items"],
    ...["retail.read", "retail.links", "templates.list"],
  ],
  "quotes:write": [
    ...["quotes.create", "quotes.update", "quotes.changeJob", "quotes.duplicate", "quotes.reorder"],
    ...["quotes.addPhotos", "quotes.changePhoto", "quotes.removePhoto", "quotes.changeStatus"],
    ...["quotes.place", "quotes.takeBack", "quotes.askToPlace", "quotes.convert", "quotes.delete"],
    ...["retail.save", "retail.answer", "retail.createLink", "retail.revokeLink"],
    ...["templates.create", "templates.change", "templates.delete"],
  ],
  "orders:read": ["orders.list", "orders.counts", "orders.sums", "orders.read", "orders.messages", "orders.cutList", "orders.hardware"],
  "orders:write": [
    ...["orders.sendMessage", "orders.changeStatus", "orders.changeDates", "orders.changeTracking"],
    ...["orders.changeSupplier", "orders.delete"],
  ],
  "remakes:read": ["remakes.list", "remakes.counts", "remakes.read"],
  "remakes:write": ["remakes.create", "remakes.reply", "remakes.changeStatus", "remakes.order", "remakes.delete"],
  "invoices:read": ["invoices.list", "invoices.sums", "account.read", "account.entries"],
  "workshop:read": [
    ...["workshop.list", "workshop.totals", "workshop.load", "workshop.suppliers", "workshop.pieces"],
    ...["workshop.barPlan", "workshop.plans", "workshop.readPlan", "workshop.offcuts", "workshop.scrap"],
  ],
  "workshop:write": [
    ...["workshop.take", "workshop.giveBack", "workshop.adoptMeasures", "workshop.changeMake", "workshop.mark"],
    ...[
      "workshop.ship",
      "workshop.shipAll",
      "workshop.createParcel",
      "workshop.deleteParcel",
      "workshop.recut",
      "workshop.cutRecut",
      "workshop.deleteRecut",
    ],
    ...["workshop.plan", "workshop.deletePlan", "workshop.sawn", "workshop.sawnBars", "workshop.addOffcut", "workshop.removeOffcut"],
  ],
} as const satisfies Readonly<Record<Scope | typeof ANY_SCOPE, readonly string[]>>;

/** The documents and photos that a token may read, by scope. */
const RAW_CALLS_BY_SCOPE = {
  "quotes:read": ["quotation", "retailQuotation", "windowPhoto"],
  "orders:read": ["jobCard", "deliveryNote", "parcelNote", "parcelLabels"],
  "remakes:read": ["remakeJobCard", "photo"],
  "invoices:read": ["invoice", "issuedInvoice", "invoicesZip", "accountStatement"],
  "workshop:read": ["jobCards", "labels", "barPlanPaper", "keptPlanPaper", "saw", "planSaw"],
} as const satisfies Partial<Record<Scope, readonly (keyof typeof rawCalls)[]>>;

const scopesByCall: ReadonlyMap<string, Scope | typeof ANY_SCOPE> = new Map(
  [CALLS_BY_SCOPE, RAW_CALLS_BY_SCOPE].flatMap((byScope) =>
    Object.entries<readonly string[]>(byScope).flatMap(([scope, names]) => names.map((name) => [name, scope as Scope] as const)),
  ),
);

/**
 * The names of the calls that some token may make: `quotes.list`, and `quotation` for documents.
 */
export const callsOfTokens: readonly string[] = [...scopesByCall.keys()];

/**
 * The scope of a call, by its name (`quotes.list`) or a document's (`quotation`); undefined if no
 * token may make it.
 */
export const scopeOfCall = (name: string): Scope | typeof ANY_SCOPE | undefined => scopesByCall.get(name);

/** True if a token with these scopes may make the call. Its owner's rights apply besides. */
export function mayTokenCall(scopes: readonly Scope[], name: string): boolean {
  const scope = scopesByCall.get(name);
  if (scope === undefined) return false;
  if (scope === ANY_SCOPE) return true;
  return scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ":write") as Scope);
}
