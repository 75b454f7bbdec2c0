import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { describeMadeQuote } from "#client/device/change-text.ts";
import { describeUndelivered, selectLost } from "#client/device/undelivered-changes.ts";
import { ApiError } from "#client/lib/api-error.ts";
import type { User } from "#client/lib/session.ts";
import { UNDO_MS } from "#client/lib/undo.ts";
import type { Role } from "#shared/domain/roles.ts";
import { SENT_FOR_DAYS } from "#shared/domain/trade/late-quote.ts";
import { createOutbox } from "./outbox.ts";
import type { Entry, OutboxStore } from "./outbox-store.ts";

/**
 * Rule W51. e2e/offline.long.test.ts shows that a reload and a killed tab lose nothing, because
 * only a browser can.
 */

let rows: Entry[] = [];
let lastId = 0;
const store: OutboxStore = {
  all: async () => [...rows],
  add: async (entry) => {
    lastId += 1;
    rows.push({ ...entry, id: lastId });
    return lastId;
  },
  put: async (entry) => {
    rows = rows.map((row) => (row.id === entry.id ? entry : row));
  },
  remove: async (id) => {
    rows = rows.filter((row) => row.id !== id);
  },
  close: () => {},
  delete: async () => {
    rows = [];
  },
};
beforeEach(() => {
  rows = [];
  return () => vi.useRealTimers();
});

/** Records the accepted changes by key, and decides the next replies: undefined is a success. */
function server() {
  const taken = new Map<string, string>();
  const tried: string[] = [];
  const answers: ("lost" | Error | undefined)[] = [];
  const post = async ({ key, words }: Entry) => {
    tried.push(words);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    taken.set(key, words);
    if (answer === "lost") throw new ApiError(0, "No reply came", {});
    return `did ${words}`;
  };
  return { taken, tried, answers, post };
}
const refusal = (status: number, detail: string) => new ApiError(status, "Refused", { detail });
const noNetwork = () => new ApiError(0, "No reply came", {});

function outboxOf(
  post: (entry: Entry) => Promise<unknown>,
  person = { id: 7, companyId: 70, contactName: "Tomasz", companyName: "Northmoor" },
) {
  const told = { onView: vi.fn(), onSettled: vi.fn(), onRefused: vi.fn(), onMade: vi.fn(), onSignedOut: vi.fn(), onChanged: vi.fn() };
  return { ...createOutbox({ store, person, post, alone: (work) => work(), ...told }), told };
}
const at = "2026-11-22T10:00:00.000Z";
const pressed = { feature: "workshop", name: "mark", input: { params: { id: 36 }, body: { itemId: 1, step: "cut", done: true } } } as const;
const change = (words: string) => ({ ...pressed, at, key: `key of ${words}`, words });
const fateOf = async (outbox: ReturnType<typeof outboxOf>, words: string) => (await outbox.add(change(words))).fate;
const entry = (words: string, more: Partial<Pick<Entry, "person" | "company" | "refused">> = {}): Entry => {
  lastId += 1;
  return { ...change(words), id: lastId, person: 7, company: 70, ...more } as Entry;
};

test("the outbox sends a change at once, and its caller receives the server's reply", async () => {
  const { post } = server();
  const outbox = outboxOf(post);
  expect(await fateOf(outbox, "cut")).toEqual({ reply: "did cut" });
  await waitFor(() =>
    expect(outbox.view()).toEqual({ state: "idle", waiting: [], refused: [], made: [], colleagues: 0, discarded: new Set() }),
  );
  expect(outbox.told.onSettled).toHaveBeenCalledTimes(1);
});

test("changes without a network wait and are sent once each in order, although replies are lost", async () => {
  const { post, answers, taken, tried } = server();
  const outbox = outboxOf(post);
  answers.push(...Array.from({ length: 10 }, noNetwork));
  for (const words of ["cut", "assembled", "finished"]) expect(await fateOf(outbox, words)).toEqual({ waits: "no-network" });
  await waitFor(() => expect(outbox.view().state).toBe("no-network"));
  expect(outbox.view().waiting.map(({ words }) => words)).toEqual(["cut", "assembled", "finished"]);
  tried.length = 0;
  answers.length = 0;
  answers.push(undefined, "lost");
  outbox.send();
  await waitFor(() => expect(tried).toEqual(["cut", "assembled"]));
  await waitFor(() => expect(outbox.view().state).toBe("no-network"));
  outbox.send();
  await waitFor(() => expect(outbox.view().state).toBe("idle"));
  expect(tried).toEqual(["cut", "assembled", "assembled", "finished"]);
  expect([...taken]).toEqual(["cut", "assembled", "finished"].map((words) => [`key of ${words}`, words]));
  expect(rows).toEqual([]);
});

test("the outbox tries again by itself, less often the longer it lasts", async () => {
  vi.useFakeTimers();
  const { post, answers, tried } = server();
  rows = [entry("cut")];
  answers.push(...Array.from({ length: 40 }, noNetwork));
  const outbox = outboxOf(post);
  outbox.send();
  await vi.advanceTimersByTimeAsync(60_000);
  const early = tried.length;
  expect(early).toBeGreaterThan(2);
  await vi.advanceTimersByTimeAsync(600_000);
  const later = tried.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(tried.length - later).toBeGreaterThan(0);
  expect(tried.length - later).toBeLessThan(early + 1);
  outbox.close();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([429, 500, 502, 503])("a change that gets a %i waits and keeps its place in the order", async (status) => {
  const { post, answers, tried } = server();
  answers.push(refusal(status, "Later"));
  rows = [entry("cut"), entry("packed")];
  const outbox = outboxOf(post);
  outbox.send();
  await waitFor(() => expect(outbox.view().state).toBe("busy"));
  expect([tried, outbox.view().waiting.length, outbox.view().refused.length]).toEqual([["cut"], 2, 0]);
  outbox.close();
});

test.each([400, 403, 404, 409])(
  "what is refused by a %i leaves the line, and stays with the server's sentence until it is discarded",
  async (status) => {
    const { post, answers, tried } = server();
    answers.push(refusal(status, "This order is shipped"));
    rows = [entry("cut"), entry("packed")];
    const outbox = outboxOf(post);
    outbox.send();
    await waitFor(() => expect(outbox.told.onSettled).toHaveBeenCalled());
    expect(tried).toEqual(["cut", "packed"]);
    const [refused] = outbox.view().refused;
    expect([refused?.words, refused?.refused]).toEqual(["cut", "This order is shipped"]);
    expect(outbox.told.onRefused).toHaveBeenCalledTimes(1);
    if (refused) await outbox.discard(refused);
    expect(rows).toEqual([]);
  },
);

test("a retry of a rejected change is sent last, under its own key", async () => {
  const { post, taken } = server();
  const refused = entry("cut", { refused: "This order is cancelled" });
  rows = [refused];
  const outbox = outboxOf(post);
  await outbox.load();
  await outbox.retry(refused, "another key");
  await waitFor(() => expect(rows).toEqual([]));
  expect([...taken]).toEqual([["another key", "cut"]]);
});

test("a change that can be undone waits unseen in all tabs and precedes changes after its release", async () => {
  const { post, tried } = server();
  const outbox = outboxOf(post);
  const other = outboxOf(post);
  const held = await outbox.hold([change("cut"), change("assembled")]);
  for (const each of [outbox, other]) {
    await each.load();
    each.send();
    expect(each.view()).toMatchObject({ state: "idle", waiting: [] });
  }
  expect(rows.map(({ words }) => words)).toEqual(["cut", "assembled"]);
  // This simulates a slow disk.
  const { put } = store;
  vi.spyOn(store, "put").mockImplementation(async (entry) => {
    await new Promise((written) => setTimeout(written, 20));
    await put(entry);
  });
  const released = outbox.release(held);
  await fateOf(outbox, "packed");
  await released;
  await waitFor(() => expect(tried).toEqual(["cut", "assembled", "packed"]));
  await waitFor(() => expect(rows).toEqual([]));
});

test("an undone change disappears, and one whose page closed is sent after Undo would have ended", async () => {
  vi.useFakeTimers();
  const { post, tried } = server();
  const outbox = outboxOf(post);
  await outbox.drop(await outbox.hold([change("cut")]));
  expect(rows).toEqual([]);
  await outbox.hold([change("packed")]);
  outbox.close();
  const next = outboxOf(post);
  await next.load();
  next.send();
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(tried).toEqual([]);
  await vi.advanceTimersByTimeAsync(3000);
  expect([tried, rows]).toEqual([["packed"], []]);
});

test("a held change stays held while the pointer is on Undo, but not after the clock was set back", async () => {
  vi.useFakeTimers();
  const { post, tried } = server();
  const outbox = outboxOf(post);
  const held = await outbox.hold([change("cut")]);
  await vi.advanceTimersByTimeAsync(60_000);
  await outbox.load();
  expect([tried, outbox.view().waiting]).toEqual([[], []]);
  await outbox.release(held);
  await vi.advanceTimersByTimeAsync(10);
  expect(tried).toEqual(["cut"]);
  rows = [{ ...entry("packed"), heldUntil: Date.now() + 3_600_000 }];
  outbox.send();
  await vi.advanceTimersByTimeAsync(10);
  expect(tried).toEqual(["cut", "packed"]);
});

test("the waiting screen receives a rejection, and the outbox stores nothing", async () => {
  const { post, answers } = server();
  const sentence = refusal(409, "This order is shipped");
  answers.push(sentence);
  const outbox = outboxOf(post);
  await expect(fateOf(outbox, "cut")).rejects.toBe(sentence);
  expect([rows, outbox.view().refused]).toEqual([[], []]);
});

test("a reply after 15 seconds reaches its screen, which is not notified of a stored change", async () => {
  vi.useFakeTimers();
  const outbox = outboxOf(async () => {
    await new Promise((replied) => setTimeout(replied, 15_000));
    return "made Q-12";
  });
  const fate = vi.fn();
  void fateOf(outbox, "Elm Road, 8 windows").then(fate);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(fate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(fate.mock.calls).toEqual([[{ reply: "made Q-12" }]]);
});

test("the outbox stores everything at the session's end and does not try again by itself", async () => {
  vi.useFakeTimers();
  const { post, answers, tried } = server();
  answers.push(refusal(401, "Please sign in"));
  rows = [entry("cut"), entry("packed")];
  const outbox = outboxOf(post);
  outbox.send();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([outbox.view().state, outbox.view().waiting.length, tried]).toEqual(["signed-out", 2, ["cut"]]);
  expect(outbox.told.onSignedOut).toHaveBeenCalledTimes(1);
});

test("the outbox sends nothing of other people: a colleague's changes wait, a stranger's stay unseen", async () => {
  const { post, tried } = server();
  rows = [entry("a colleague's", { person: 8 }), entry("a stranger's", { person: 9, company: 90 }), entry("mine")];
  const outbox = outboxOf(post);
  outbox.send();
  await waitFor(() => expect(outbox.told.onSettled).toHaveBeenCalled());
  expect([tried, outbox.view().colleagues, rows.map(({ words }) => words)]).toEqual([["mine"], 1, ["a colleague's", "a stranger's"]]);
});

describe("a quote that a customer's phone kept", () => {
  const along = { values: { jobName: "Elm Road" }, total: 400, pricesOf: at, photos: [] };
  const quote = (more: Partial<Entry> = {}): Entry => {
    lastId += 1;
    const create = { feature: "quotes", name: "create", input: { body: { items: [] } } } as const;
    const mine = { at: new Date().toISOString(), key: "key of the quote", words: "Elm Road, 8 windows", person: 7, company: 70 };
    return { ...create, ...mine, id: lastId, quote: along, ...more } as Entry;
  };

  test("a stored quote is sent once, and its number and price stay until the person has seen them", async () => {
    const { answers, tried } = server();
    answers.push(noNetwork());
    const post = async (entry: Entry) => {
      tried.push(entry.words);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return { id: 31, finalTotal: 410 };
    };
    rows = [quote()];
    const outbox = outboxOf(post);
    outbox.send();
    await waitFor(() => expect(outbox.view().state).toBe("no-network"));
    expect(outbox.view()).toMatchObject({ waiting: [{ words: "Elm Road, 8 windows" }], made: [] });
    outbox.send();
    await waitFor(() => expect(outbox.view().made).toHaveLength(1));
    const [made] = outbox.view().made;
    expect(made).toMatchObject({ made: { id: 31, total: 410 }, quote: { values: null, total: 400 } });
    expect(describeMadeQuote(made as Entry)).toBe(
      "Elm Road, 8 windows, is Q-31 now: £410.00 instead of £400.00 at the prices of 22 Nov 2026",
    );
    expect([outbox.view().waiting, outbox.view().state, outbox.told.onMade.mock.calls.length]).toEqual([[], "idle", 1]);
    outbox.send();
    await new Promise((turn) => setTimeout(turn, 20));
    expect(tried).toHaveLength(2);
    await outbox.discard(made as Entry);
    expect(rows).toEqual([]);
  });

  test("a stored quote that the server rejects preserves all typed values", async () => {
    const { post, answers } = server();
    answers.push(refusal(400, 'Product not found for window "Hall"'));
    rows = [quote()];
    const outbox = outboxOf(post);
    outbox.send();
    await waitFor(() => expect(outbox.view().refused).toHaveLength(1));
    expect(outbox.view().refused[0]).toMatchObject({ refused: 'Product not found for window "Hall"', quote: along });
  });

  test("a stored quote or recut is not sent once the server may have forgotten its key", async () => {
    const { post, tried } = server();
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
    rows = [quote({ at: days(SENT_FOR_DAYS + 1) }), quote({ at: days(SENT_FOR_DAYS - 1), words: "Mill Lane, 1 window" })];
    const outbox = outboxOf(post);
    outbox.send();
    await waitFor(() => expect(outbox.view().waiting).toEqual([]));
    expect(tried).toEqual(["Mill Lane, 1 window"]);
    expect(outbox.view().refused[0]?.refused).toContain("Check in Quotes whether it was created");
    // A second recut would have its parts cut twice.
    rows = [{ ...entry("recut"), name: "recut", at: days(SENT_FOR_DAYS + 1) } as Entry];
    outbox.send();
    await waitFor(() => expect(outbox.view().refused[0]?.refused).toContain("Check on the order whether it was recorded"));
    expect(tried).toEqual(["Mill Lane, 1 window"]);
    // A change at the bench is sent however late it is, because repeating it has no effect.
    rows = [entry("cut")];
    outbox.send();
    await waitFor(() => expect(tried).toEqual(["Mill Lane, 1 window", "cut"]));
  });

  test("a stored quote belongs to its author, and its removal requires any other person's consent", () => {
    const [mine, cut] = [quote(), entry("cut")];
    const person = (id: number, role: Role, companyId = 70, isImpersonating = false) => ({ id, role, companyId, isImpersonating }) as User;
    const lost = (user: User) => selectLost(user, [mine, cut]).map(({ words }) => words);
    expect(lost(person(7, "customer"))).toEqual([]);
    expect(lost(person(8, "customer"))).toEqual([mine.words, "cut"]);
    expect(lost(person(8, "supplier"))).toEqual([mine.words]);
    expect(lost(person(9, "admin", 1))).toEqual([mine.words, "cut"]);
    expect(lost(person(7, "customer", 70, true))).toEqual([mine.words, "cut"]);
  });

  test("stored quotes and unfinished forms are counted in words", () => {
    const [waiting, cut, form] = [quote(), entry("cut"), { feature: "unfinished" } as const];
    const words = [[waiting], [waiting, cut], [cut, form], [form, form], [waiting, waiting, form]].map(describeUndelivered);
    expect(words).toEqual([
      "1 quote",
      "2 changes",
      "1 change and 1 unfinished quote",
      "2 unfinished quotes",
      "2 quotes and 1 unfinished quote",
    ]);
  });
});
