import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { person } from "#client/testing/people.ts";
import { createDevice } from "./device.ts";
import { startWorker } from "./start-worker.ts";

vi.mock("./start-worker.ts", () => ({ startWorker: vi.fn(async () => false) }));

beforeEach(() => void vi.mocked(startWorker).mockClear());

test("a customer's device stores what the first screen wanted before the session's storage started", async () => {
  const device = createDevice();
  device.takeAlong();
  const end = device.takeUp(new QueryClient(), person("customer"));
  await vi.waitFor(() => expect(startWorker).toHaveBeenCalledTimes(1));
  end();
});

test("a screen of somebody whose device stores nothing has no effect on the next person's device", async () => {
  const device = createDevice();
  device.takeAlong();
  device.takeUp(new QueryClient(), person("admin"))();
  const end = device.takeUp(new QueryClient(), person("customer"));
  await new Promise((done) => setTimeout(done, 50));
  expect(startWorker).not.toHaveBeenCalled();
  end();
});
