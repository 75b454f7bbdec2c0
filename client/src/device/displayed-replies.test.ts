import type { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { createQueryClient } from "#client/lib/api.ts";
import { createDevice } from "./device.ts";

/** The tests prove rule W52: changes are applied to the displayed replies and removed again. */

const NONE = { cut: null, assembled: null, finished: null, packed: null };
const NO_STEPS = { cut: 0, assembled: 0, finished: 0, packed: 0 };
const order = { id: 7, orderStatus: "pending", progress: NO_STEPS };
const pieces = {
  progress: NO_STEPS,
  pieces: [
    { itemId: 1, piece: 1, ...NONE },
    { itemId: 2, piece: 1, ...NONE },
  ],
};
const ofOrder = { params: { id: 7 } };
const PIECES = ["workshop", "pieces", ofOrder];
const LIST = ["workshop", "list", "pages", { query: {} }];
const mark = (itemId: number) =>
  ({ feature: "workshop", name: "mark", input: { ...ofOrder, body: { itemId, step: "cut", done: true } } }) as const;

let device: ReturnType<typeof createDevice>;
let client: QueryClient;
/** Passes replies through the device, as the screens' queries do. */
const fetched = (queryKey: unknown[], reply: unknown, cursor: string | null = null) =>
  device.replies.shown(reply, { client, queryKey, cursor });
const read = (queryKey: unknown[], reply: unknown) =>
  client.fetchQuery({ queryKey, queryFn: () => fetched(queryKey, reply), staleTime: 0 });
beforeEach(async () => {
  device = createDevice();
  client = createQueryClient(device);
  await read(PIECES, pieces);
  await client.fetchInfiniteQuery({
    queryKey: LIST,
    queryFn: ({ pageParam }) => ({ data: fetched(LIST, [pageParam === null ? order : { ...order, id: 8 }], pageParam), next: "more" }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    pages: 2,
  });
  client.setQueryData(["accounts", "current"], { id: 1 });
});
const cuts = () => client.getQueryData<typeof pieces>(PIECES)?.pieces.map(({ cut }) => cut !== null);
const listed = () => client.getQueryData<{ pages: { data: (typeof order)[] }[] }>(LIST)?.pages.map(({ data }) => data[0]?.progress.cut);

test("a press is visible on every screen at once, in details and list pages, and can be removed", () => {
  const [first, second] = device.press(client, [mark(1), mark(2)]);
  expect([cuts(), listed()]).toEqual([
    [true, true],
    [2, 0],
  ]);
  expect(client.getQueryData(["accounts", "current"])).toEqual({ id: 1 });
  device.takeOff(client, [first?.key ?? ""]);
  expect([cuts(), listed()]).toEqual([
    [false, true],
    [1, 0],
  ]);
  device.takeOff(client, [second?.key ?? ""]);
  expect(client.getQueryData(PIECES)).toEqual(pieces);
  expect(listed()).toEqual([0, 0]);
});

test("a refetched reply includes the press, and is the server's once the press is removed", async () => {
  const [pressed] = device.press(client, [mark(1)]);
  const another = { ...pieces.pieces[1], cut: { at: "2026-11-20T10:00:00.000Z", by: null } };
  await read(PIECES, { progress: { ...NO_STEPS, cut: 1 }, pieces: [pieces.pieces[0], another] });
  expect(cuts()).toEqual([true, true]);
  device.takeOff(client, [pressed?.key ?? ""]);
  expect(cuts()).toEqual([false, true]);
});

test("a query that was stale before a press is still stale afterwards", async () => {
  await client.invalidateQueries({ queryKey: PIECES, refetchType: "none" });
  device.press(client, [mark(1)]);
  expect(cuts()).toEqual([true, false]);
  expect(client.getQueryState(PIECES)?.isInvalidated).toBe(true);
});
