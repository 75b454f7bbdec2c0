import { drill } from "./drill.ts";

/** `npm run failover-drill -- [customers]`: six unless said otherwise, ten minutes at the most (docs/measurements.md). */
const [customers = 6] = process.argv.slice(2).map(Number);
const MOST_MS = 600_000;

const ending = new AbortController();
const end = (why: string) => ending.abort(new Error(why));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => end("Ended before it was done."));
setTimeout(() => end("The drill took longer than ten minutes."), MOST_MS).unref();

try {
  const { faults, outages, restarts, journal, meetings } = await drill(customers, (line) => console.log(line), ending.signal);
  const { quotes, orders, paid, remakes, replies, registered } = journal;
  console.log(`
${outages.map(({ what, ms }) => `${what}: ${(ms / 1000).toFixed(1)} s without a write`).join("\n")}
${restarts.times} restarts of a portal: ${restarts.lost} of ${restarts.calls} calls were not answered
acknowledged: ${quotes.length} quotes, ${orders.length} orders, ${paid.length} payments, ${remakes.length} remakes of 2 photos, ${replies.length} replies, ${registered.length} registrations
callers met: ${meetings.calls} calls, ${meetings.unavailable} times 503 with a sentence, ${meetings.refused} times a cut connection; slowest reply ${Math.round(meetings.slowestMs)} ms
${faults.length === 0 ? "nothing lost, nothing doubled, every job done" : `FAULTS\n${faults.slice(0, 50).join("\n")}`}`);
  process.exit(faults.length === 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
