import { readFileSync } from "node:fs";
import pg from "pg";
import { migrate } from "#server/platform/db/migrate.ts";
import { startThrowaway } from "#server/testing/database/throwaway-database.ts";
import { recordStatements, type Sent } from "#server/testing/papers/sent-statements.ts";
import { startPortal } from "#server/testing/portal.ts";
import { BEGUN_WORDS, READ_WORDS, type Reader, type Reading, searchesOf, VIEWS, WORDS } from "#server/testing/trade/lists-of-trade.ts";
import { fill, SCRATCH_CUSTOMERS, SCRATCH_PASSWORD, SCRATCH_STAFF } from "#server/testing/trade/years-of-trade.ts";
import { middle } from "./measure.ts";

/**
 * `npm run bench:lists -- [orders | the address of a filled database] [parts of paths]` measures
 * the processor time of the statements behind each list, view, count, dashboard and search,
 * planning included. The database has the given number of orders, or 100,000. Times are shares of
 * the time that the sum of a million numbers takes on the same connection, which measures the
 * machine.
 */
const [what = "100000", ...parts] = process.argv.slice(2);
const isChosen = ([, path]: Reading): boolean => parts.length === 0 || parts.some((part) => path.includes(part));
const ROUNDS = 7;
const SUM = "select sum(i) from generate_series(1, 1000000) i";

/** The paths of the sums on the board. */
const BOARD_SUMS: readonly Reading[] = ["workshop/totals", "workshop/totals?shutterType=Scratch+3", "workshop/load"].map((path) => [
  "boss",
  `/api/${path}`,
]);

const sent = recordStatements();
const throwaway = /^postgres/.test(what) ? undefined : await startThrowaway(console.log);
const databaseUrl = throwaway?.ownerUrl ?? what;
// The connection plans as the portal's own connections do, but without parallel workers, whose
// processor time is not this process's.
const client = new pg.Client({
  connectionString: databaseUrl,
  options: "-c random_page_cost=1.1 -c jit=off -c max_parallel_workers_per_gather=0",
});
await client.connect();
if (throwaway) {
  await migrate(databaseUrl);
  await fill(client, Number(what));
}
const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");

/** Returns the milliseconds so far: the database process's, or the clock's. */
function spent(): number {
  try {
    return Number(readFileSync(`/proc/${rows[0]?.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
async function timeOf(statements: readonly Sent[], rounds = ROUNDS): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = spent();
    for (const { text, values, name } of statements) await client.query({ text, values, rowMode: "array", ...(name && { name }) });
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

/**
 * Returns true for the statements of the list itself, without the lookup of the signed-in person.
 */
const isOfList = ({ text }: Sent) => /^\s*(\(?select|with)/i.test(text) && !text.includes('"sessions"');

async function timeOfCall([who, path]: Reading): Promise<number> {
  sent.length = 0;
  const { status } = await people[who].get(path);
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return timeOf(sent.filter(isOfList));
}

/** The bounds as shares of the sum in percent: at 100,000 orders, and at a million. */
interface Bounds {
  readonly middle?: number;
  readonly nineInTen?: number;
  readonly most: number;
}
const { rows: sizes } = await client.query<{ orders: number }>("select count(*)::int as orders from orders");
const isLarge = (sizes[0]?.orders ?? 0) > 300_000;
const LISTS: Bounds = { most: isLarge ? 5 : 3 };
const SEARCHES: Bounds = isLarge ? { middle: 4, nineInTen: 12, most: 40 } : { most: 6 };

const DASHBOARDS: readonly Reading[] = [
  ...(["boss", "supplier", "busy"] as const).flatMap((who) =>
    ["all_time", "monthly"].map((period): Reading => [who, `/api/stats?period=${period}`]),
  ),
  ["boss", "/api/stats/history?period=all_time"],
];

const isBoard = ([, path]: Reading) => path.includes("/workshop");
const isCount = ([, path]: Reading) => path.includes("/counts");
/** Returns true for paths that add up all results of a list, as a count does. */
const isSum = ([, path]: Reading) => path.includes("/sums");
const chosen = VIEWS.filter((one) => isChosen(one) && !isCount(one));
const COUNTS: Bounds = { most: isLarge ? 80 : 10 };
const searched = searchesOf(
  chosen.filter((one) => one[1].includes("?") && !isSum(one)),
  [...WORDS, ...READ_WORDS, ...BEGUN_WORDS],
);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const bound = (most: number | undefined) => (most === undefined ? "" : ` (at most ${most} %)`);

for (const [kind, among, bounds] of [
  ["lists and views", chosen.filter((one) => !isBoard(one) && !isSum(one)), LISTS],
  ["sums", chosen.filter(isSum), COUNTS],
  ["the board", [...chosen.filter(isBoard), ...BOARD_SUMS.filter(isChosen)], { most: 5 }],
  ["counts", VIEWS.filter((one) => isCount(one) && isChosen(one)), COUNTS],
  ["the dashboard", DASHBOARDS.filter(isChosen), { most: isLarge ? 150 : 20 }],
  ["searches", searched, SEARCHES],
] as const satisfies (readonly [string, readonly Reading[], Bounds])[]) {
  if (among.length === 0) continue;
  const measured: { what: string; who: Reader; ms: number; share: number }[] = [];
  const sums: number[] = [];
  for (const [index, [who, path]] of among.entries()) {
    // The machine's speed varies, so it is measured again and again.
    if (index % 25 === 0) sums.push(await timeOf([{ text: SUM, values: [] }], 3));
    const ms = await timeOfCall([who, path]);
    measured.push({ what: path, who, ms, share: ms / (sums.at(-1) ?? Number.NaN) });
  }
  const ordered = measured.toSorted((a, b) => b.share - a.share);
  const at = (place: number) => ordered[Math.floor(ordered.length * (1 - place))]?.share ?? 0;
  const most = ordered[0]?.share ?? 0;
  console.log(
    `\n${kind}: ${measured.length}; the sum of a million numbers took ${Math.min(...sums).toFixed(0)} to ${Math.max(...sums).toFixed(0)} ms`,
  );
  console.log(
    `  middle ${percent(middle(measured.map(({ share }) => share)))}${bound(bounds.middle)}, nine in ten ${percent(at(0.9))}${bound(bounds.nineInTen)}, most ${percent(most)}${bound(bounds.most)}`,
  );
  for (const { who, what, ms, share } of ordered.slice(0, 20))
    console.log(`  ${ms.toFixed(1).padStart(6)} ms ${percent(share).padStart(7)}  ${who} ${what}`);
}

await portal.stop();
await client.end();
await throwaway?.stop();
process.exit();
