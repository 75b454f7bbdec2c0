import { asc, inArray, like, or } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { companies, sageAccounts } from "#server/schema/index.ts";
import { isSageReference, sageReferences } from "#shared/domain/trade/bookkeeping.ts";

interface Company {
  readonly id: number;
  readonly name: string;
  readonly accountsName: string | null;
}

/** So many signs of a reference stay whatever number is put behind it. */
const STAYS = 4;

/**
 * The account in Sage of each of these companies: its name in the bookkeeping where that is a
 * reference, else the one that it has, else a new one of its name. What was used once is that
 * company's for ever. Exports are made one after another, so none takes what another took.
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
  /** By reference: whose account it is. */
  readonly used: Map<string, number>;
  /** By company: the one that it used last. */
  readonly present: ReadonlyMap<number, string>;
  /** By name in the bookkeeping, whether used or not. */
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

/** Whose the references are that any of these companies has or might get, and what each used last. */
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
