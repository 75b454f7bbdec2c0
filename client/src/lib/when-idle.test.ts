import { expect, test, vi } from "vitest";
import { calls } from "#shared/contract/calls.ts";
import { send } from "./send.ts";
import { whenIdle } from "./when-idle.ts";

test("what will be wanted next waits until the calls of the screen are answered, also those that fail", async () => {
  const answers: ((reply: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
  const task = vi.fn();
  const first = send(calls.orders.list, {});
  const second = send(calls.stats.read, {});
  whenIdle(task);
  answers[0]?.(Response.json([]));
  await first;
  await Promise.resolve();
  expect(task).not.toHaveBeenCalled();
  answers[1]?.(new Response(null, { status: 503 }));
  await expect(second).rejects.toThrow("503");
  await vi.waitFor(() => expect(task).toHaveBeenCalledTimes(1));
});

test("on a screen at rest it is begun at once", () => {
  const task = vi.fn();
  whenIdle(task);
  expect(task).toHaveBeenCalledTimes(1);
});
