import { readFileSync } from "node:fs";
import pg from "pg";
import { migrate } from "#server/db/migrate.ts";
import { BEGUN_WORDS, type Reader, type Reading, searchesOf, VIEWS, WORDS } from "#server/testing/lists-of-trade.ts";
import { startPortal } from "#server/testing/portal.ts";
import { recordStatements, type Sent } from "#server/testing/sent-statements.ts";
import { startThrowaway } from "#server/testing/throwaway-database.ts";
import { fill, SCRATCH_CUSTOMERS, SCRATCH_PASSWORD, SCRATCH_STAFF } from "#server/testing/years-of-trade.ts";
import { middle } from "./measure.ts";

/**
 * `npm run bench:lists -- [orders | the address of a filled database] [part of a path]`: the longest statement behind each list, count and
 * search, on a database of so many orders (100,000 unless said otherwise; a million take half an hour to make), as a share of the time in
 * which the same connection sums a million numbers: that is the measure of a machine. Processor time where the system tells it.
 */
const [what = "100000", part = ""] = process.argv.slice(2);
const ROUNDS = 7;
const SUM = "select sum(i) from generate_series(1, 1000000) i";

const sent = recordStatements();
const throwaway = /^postgres/.test(what) ? undefined : await startThrowaway(console.log);
const databaseUrl = throwaway?.ownerUrl ?? what;
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
if (throwaway) {
  await migrate(databaseUrl);
  await fill(client, Number(what));
}
// As the portal's connections plan (docs/decisions/120-lists-have-a-table-of-their-own.md).
await client.query("set plan_cache_mode = force_generic_plan; set jit = off");
const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");

/** Milliseconds until now: of the database's process, or of the clock. */
function spent(): number {
  try {
    return Number(readFileSync(`/proc/${rows[0]?.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
async function timeOf({ text, values }: Sent, name?: string, rounds = ROUNDS): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = spent();
    await client.query({ text, values, rowMode: "array", ...(name && { name }) });
    times.push(spent() - before);
  }
  return middle(times);
}

const portal = await startPortal({ databaseUrl });
const signedIn = (email: string) => portal.signIn({ email, password: SCRATCH_PASSWORD });
const people = {
  boss: await signedIn(SCRATCH_STAFF.super_admin),
  supplier: await signedIn(SCRATCH_STAFF.supplier),
  busy: await signedIn(SCRATCH_CUSTOMERS.busy),
  quiet: await signedIn(SCRATCH_CUSTOMERS.quiet),
} satisfies Record<Reader, unknown>;

const names = new Map<string, string>();
async function longestOf([who, path]: Reading): Promise<number> {
  sent.length = 0;
  const { status } = await people[who].get(path);
  if (status !== 200) throw new Error(`${path}: ${status}`);
  const times: number[] = [];
  for (const one of sent.filter(({ text }) => /^\s*(select|with)/i.test(text))) {
    const name = names.get(one.text) ?? `list-${names.size}`;
    names.set(one.text, name);
    times.push(await timeOf(one, name));
  }
  return Math.max(...times);
}

const chosen = (among: readonly Reading[]) => among.filter(([, path]) => path.includes(part));
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
for (const [kind, among] of [
  ["lists and counts", chosen(VIEWS)],
  [
    "searches",
    searchesOf(
      chosen(VIEWS).filter(([, path]) => path.includes("?")),
      [...WORDS, ...BEGUN_WORDS],
    ),
  ],
] as const) {
  const measured: { what: string; who: Reader; ms: number; share: number }[] = [];
  const sums: number[] = [];
  for (const [index, [who, path]] of among.entries()) {
    // An unsteady machine is measured again and again.
    if (index % 25 === 0) sums.push(await timeOf({ text: SUM, values: [] }, undefined, 3));
    const sum = sums.at(-1) ?? Number.NaN;
    const ms = await longestOf([who, path]);
    measured.push({ what: path, who, ms, share: ms / sum });
  }
  const ordered = measured.toSorted((a, b) => b.share - a.share);
  console.log(
    `\n${kind}: ${measured.length}; the sum of a million numbers took ${Math.min(...sums).toFixed(0)} to ${Math.max(...sums).toFixed(0)} ms`,
  );
  for (const who of new Set(measured.map((one) => one.who))) {
    const own = ordered.filter((one) => one.who === who);
    const [most] = own;
    console.log(
      `  ${who.padEnd(9)} middle ${middle(own.map(({ ms }) => ms)).toFixed(1)} ms, ${percent(middle(own.map(({ share }) => share)))}; most ${most?.ms.toFixed(1)} ms, ${percent(most?.share ?? 0)}; over 3 ms: ${own.filter(({ ms }) => ms > 3).length} of ${own.length}`,
    );
  }
  for (const { who, what, ms, share } of ordered.slice(0, 40))
    console.log(`  ${ms.toFixed(1).padStart(6)} ms ${percent(share).padStart(7)}  ${who} ${what}`);
}

await portal.stop();
await client.end();
await throwaway?.stop();
process.exit();
