import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { inThread, threadsNow } from "./threads.ts";

/**
 * A program that is not built and uses none of our modules: it sends the messages of `answer.ts`.
 */
const program = (work: string): URL => {
  const source = `import { parentPort, threadId } from "node:worker_threads";
    const say = (said) => parentPort.postMessage({ said });
    const end = (how) => parentPort.postMessage(how);
    parentPort.on("message", (asked) => { ${work} });`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
};
async function heard<Said>(of: URL, asked: unknown = null, until = new AbortController().signal): Promise<Said[]> {
  const all: Said[] = [];
  await inThread<Said>(of, asked, { until, hear: (said) => all.push(said) });
  return all;
}

test("work in a thread runs beside the main thread, which continues meanwhile", async () => {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const work = heard(program('say(Atomics.wait(asked, 0, 0, 60_000)); say("two"); end({ done: true });'), flag);
  const { busy } = threadsNow();
  expect(busy).toBeGreaterThan(0);
  // The thread waits for the main thread: if that were blocked, neither would ever end.
  setImmediate(() => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  });
  expect((await work).at(-1)).toBe("two");
  expect(threadsNow().busy).toBe(busy - 1);
});

test("a thread that has finished or refused its work does the next; a failed one never again", async () => {
  const three = program(`say(threadId);
    end(asked === "fail" ? { failed: new Error("out of ink") } : asked === "refuse" ? { refused: { status: 400, sentence: "Too much" } } : { done: true });`);
  const [first] = await heard<number>(three);
  expect(await heard(three)).toEqual([first]);
  await expect(heard(three, "refuse")).rejects.toMatchObject({ name: "Refusal", status: 400, message: "Too much" });
  expect(await heard(three)).toEqual([first]);
  // Two requests at once use two threads.
  const [one, two] = await Promise.all([heard<number>(three), heard<number>(three)]);
  expect(one).not.toEqual(two);
  await expect(heard(three, "fail")).rejects.toThrow("out of ink");
  await expect(heard(three, "fail")).rejects.toThrow("out of ink");
  const [after] = await heard<number>(three);
  expect([...one, ...two]).not.toContain(after);
});

test("a thread that gives way waits with its state, and an error of the caller ends it", async () => {
  const two = program(`if (asked === null) { say("after"); end({ done: true }); } else { say("before"); end({ givesWay: true }); }`);
  const said: string[] = [];
  const until = new AbortController().signal;
  const hear = (one: string) => said.push(one);
  const giveWay = async () => {
    await new Promise((done) => setImmediate(done));
    said.push("others");
  };
  await inThread<string>(two, "all", { until, hear, giveWay });
  expect(said).toEqual(["before", "others", "after"]);
  const { resting } = threadsNow();
  const never = inThread<string>(two, "all", { until, hear, giveWay: () => Promise.reject(new Error("The reader has left")) });
  await expect(never).rejects.toThrow("The reader has left");
  expect(threadsNow().resting).toBe(resting - 1);
});

test("a thread that crashes outside its work, or exits in the middle of it, is an error with its message", async () => {
  await expect(heard(program('setTimeout(() => { throw new TypeError("no such glyph"); }); setInterval(() => {}, 1000);'))).rejects.toThrow(
    "no such glyph",
  );
  await expect(heard(program("process.exit();"))).rejects.toThrow("A thread ended in the middle of its work");
  await expect(heard(new URL("data:text/javascript,)"))).rejects.toThrow(SyntaxError);
});

test("a disconnected client ends a thread that never pauses, and starts none", async () => {
  const leaving = new AbortController();
  const reason = new Error("The reader has left");
  const before = threadsNow();
  const endless = program('say("begun"); for (;;);');
  await expect(inThread(endless, null, { until: leaving.signal, hear: () => leaving.abort(reason) })).rejects.toBe(reason);
  expect(threadsNow()).toEqual(before);
  await expect(heard(program("end({ done: true });"), null, leaving.signal)).rejects.toBe(reason);
});

test("a spare thread beside a busy one is ready for the next request, as long as any is busy", async () => {
  const held = program('say(threadId); if (asked !== "hold") end({ done: true });');
  const leaving = new AbortController();
  const work = (asked: string, hear: (id: number) => void) =>
    inThread<number>(held, asked, { until: leaving.signal, hear, withSpare: true });
  const before = threadsNow().resting;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const first = await new Promise<number>((begun) => void work("hold", begun).catch(() => undefined));
  expect(threadsNow().resting).toBe(before + 1);
  vi.advanceTimersByTime(60_000);
  const ids: number[] = [];
  await work("page", (id) => ids.push(id));
  // The thread existed before it was needed: a thread started later has a higher id.
  expect(ids[0]).toBe(first + 1);
  leaving.abort();
  vi.useRealTimers();
});

test("a thread that has idled long enough gets no more work, even before it has exited", async () => {
  const named = program("say(threadId); end({ done: true });");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const [first] = await heard<number>(named);
    vi.advanceTimersByTime(60_000);
    expect(await heard<number>(named)).not.toEqual([first]);
  } finally {
    vi.useRealTimers();
  }
});

test("an idle thread does not keep the process from exiting", async () => {
  const source = `import { inThread, threadsNow } from ${JSON.stringify(new URL("./threads.ts", import.meta.url).href)};
    const until = new AbortController().signal;
    await inThread(new URL(${JSON.stringify(program("end({ done: true });").href)}), null, { until, hear() {} });
    console.log(JSON.stringify(threadsNow()));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", source], {
    timeout: 20_000,
  });
  expect(JSON.parse(stdout)).toEqual({ busy: 0, resting: 1 });
});
