import { asc, inArray, like, or } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { sageAccounts } from "#server/schema/bookkeeping.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { isSageReference, sageReferences } from "#shared/domain/trade/bookkeeping.ts";

interface Company {
  readonly id: number;
  readonly name: string;
  readonly accountsName: string | null;
}

/** The first characters of a reference that stay when a number is appended. */
const STAYS = 4;

/**
 * Finds or creates the Sage account of each company: its bookkeeping name where that is a valid
 * reference, otherwise its last reference, otherwise a new one from its name. A used reference
 * belongs to its company forever. Exports run one after another, so two exports cannot assign one
 * reference.
 */
export async function sageAccountsOf(tx: Db, asked: readonly Company[], now: Date): Promise<ReadonlyMap<number, string>> {
  const known = [...new Map(asked.map((company) => [company.id, company])).values()];
  const owners = await ownersNear(tx, known);
  const references = new Map<number, string>();
  const added: (typeof sageAccounts.$inferInsert)[] = [];
  for (const company of known) {
    const reference = referenceOf(company, owners);
    references.set(company.id, reference);
    if (owners.used.get(reference) === company.id) continue;
    owners.used.set(reference, company.id);
    added.push({ reference, companyId: company.id, createdAt: now });
  }
  if (added.length > 0) await tx.insert(sageAccounts).values(added);
  return references;
}

interface Owners {
  /** The company that owns each reference. */
  readonly used: Map<string, number>;
  /** The last reference of each company. */
  readonly present: ReadonlyMap<number, string>;
  /** The company of each bookkeeping name, whether the name is used as a reference or not. */
  readonly named: ReadonlyMap<string, number>;
}

function referenceOf(company: Company, { used, present, named }: Owners): string {
  const isFree = (reference: string) =>
    [used.get(reference), named.get(reference)].every((owner) => owner === undefined || owner === company.id);
  const { id, name, accountsName } = company;
  if (accountsName !== null && isSageReference(accountsName) && isFree(accountsName)) return accountsName;
  const last = present.get(id);
  if (last !== undefined) return last;
  for (const reference of sageReferences(accountsName ?? name, id)) if (isFree(reference)) return reference;
  throw new Error("There is always another number");
}

/**
 * The owners of all references that these companies have or might receive, and the last reference
 * of each.
 */
async function ownersNear(tx: Db, asked: readonly Company[]): Promise<Owners> {
  const stems = new Set(
    asked.flatMap(({ id, name, accountsName }) => [
      sageReferences(accountsName ?? name, id)
        .next()
        .value?.slice(0, STAYS) ?? "",
      ...(accountsName === null ? [] : [accountsName.slice(0, STAYS)]),
    ]),
  );
  const begins = (column: typeof sageAccounts.reference | typeof companies.accountsName) =>
    or(...[...stems].map((stem) => like(column, `${stem.replace(/[\\%_]/g, "\\$&")}%`)));
  const ids = asked.map(({ id }) => id);
  const used = await tx
    .select({ reference: sageAccounts.reference, companyId: sageAccounts.companyId })
    .from(sageAccounts)
    .where(or(begins(sageAccounts.reference), inArray(sageAccounts.companyId, ids)))
    .orderBy(asc(sageAccounts.createdAt));
  const named = await tx.select({ name: companies.accountsName, id: companies.id }).from(companies).where(begins(companies.accountsName));
  return {
    used: new Map(used.map(({ reference, companyId }) => [reference, companyId])),
    present: new Map(used.map(({ reference, companyId }) => [companyId, reference])),
    named: new Map(named.map(({ name, id }) => [name ?? "", id])),
  };
}
