import { crashSeries } from "./series.ts";

/** `npm run crash-test -- [kills of each] [seed]`: 20 of the server and 20 of PostgreSQL unless said otherwise (docs/measurements.md). */
const [kills = 20, seed = 20_261_121] = process.argv.slice(2).map(Number);
const middle = (times: readonly number[]) => Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
const most = (times: readonly number[]) => Math.round(Math.max(0, ...times));

const { faults, journal, meetings, backAfter } = await crashSeries({
  kills,
  seed,
  jobsToo: true,
  customers: 6,
  say: (line) => console.log(line),
});
const { quotes, orders, paid, remakes, replies, registered } = journal;
console.log(`
kill -9 of the server, ${backAfter.server.length} times: served again after ${middle(backAfter.server)} ms in the middle, ${most(backAfter.server)} at most
kill -9 of PostgreSQL, ${backAfter.database.length} times: served again after ${middle(backAfter.database)} ms in the middle, ${most(backAfter.database)} at most
acknowledged: ${quotes.length} quotes, ${orders.length} orders, ${paid.length} payments, ${remakes.length} remakes of 2 photos, ${replies.length} replies, ${registered.length} registrations
callers met: ${meetings.calls} calls, ${meetings.unavailable} times 503 with a sentence, ${meetings.refused} times a dead process; slowest reply ${Math.round(meetings.slowestMs)} ms
${faults.length === 0 ? "nothing lost, nothing doubled, nothing left behind" : `FAULTS\n${faults.slice(0, 50).join("\n")}`}`);
process.exit(faults.length === 0 ? 0 : 1);
