import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createDevice, type Device, DeviceContext, type DeviceView } from "#client/device/device.ts";
import { createQueryClient } from "#client/lib/api.ts";
import { userQuery } from "#client/lib/session.ts";
import { person } from "#client/testing/people.ts";
import DeviceStatus from "./device-status.tsx";
import type { Entry } from "./outbox/outbox-store.ts";
import { useUnsent } from "./use-unsent.ts";

const entry: Entry = {
  ...{ feature: "workshop", name: "ship", input: { params: { id: 36 }, body: { trackingNumber: "DX 1" } } },
  ...{ id: 1, words: "Shipped, ORD-36", at: "2026-11-22T10:00:00.000Z", key: "a key", person: 7, company: 7 },
};
const SENT = "All changes are sent";

/** Renders the status and the unsent changes of ORD-36. The test sets the device's view. */
function renderStatus() {
  const device = createDevice();
  let view = device.view();
  const listeners = new Set<() => void>();
  const subscribe = (heard: () => void) => {
    listeners.add(heard);
    return () => void listeners.delete(heard);
  };
  const fake: Device = { ...device, view: () => view, subscribe };
  const client = createQueryClient(device);
  client.setQueryData(userQuery.queryKey, person("supplier"));
  const Unsent = () => <output>{useUnsent(36)}</output>;
  render(
    <DeviceContext value={fake}>
      <QueryClientProvider client={client}>
        <DeviceStatus />
        <Unsent />
      </QueryClientProvider>
    </DeviceContext>,
  );
  return (next: Partial<DeviceView>) =>
    act(() => {
      view = { ...view, ...next };
      for (const heard of listeners) heard();
    });
}

test("changes that had to wait are said to be sent once the server has them all, for some seconds", () => {
  vi.useFakeTimers();
  const show = renderStatus();
  show({ state: "no-network", waiting: [entry] });
  screen.getByRole("button", { name: "1 change waits for the network" });
  expect(screen.getByRole("status").textContent).toBe("1");
  show({ state: "sending" });
  expect(screen.queryByText(SENT)).toBeNull();
  show({ state: "idle", waiting: [] });
  screen.getByRole("button", { name: SENT });
  act(() => void vi.advanceTimersByTime(8000));
  expect(screen.queryByText(SENT)).toBeNull();
  vi.useRealTimers();
});

test.each<[string, Partial<DeviceView>[]]>([
  ["was discarded", [{ state: "no-network", waiting: [entry] }]],
  ["was refused", [{ state: "no-network", waiting: [entry] }, { state: "sending" }, { refused: [entry], waiting: [] }, { refused: [] }]],
  ["never had to wait", [{ state: "sending", waiting: [entry] }]],
])("a change that %s is not said to be sent", (_, views) => {
  const show = renderStatus();
  for (const view of views) show(view);
  show({ state: "idle", waiting: [] });
  expect(screen.queryByText(SENT)).toBeNull();
});

test("a change that is just being sent is not counted as unsent", () => {
  const show = renderStatus();
  show({ state: "sending", waiting: [entry] });
  expect(screen.getByRole("status").textContent).toBe("0");
  show({ state: "busy", waiting: [entry, { ...entry, id: 2, input: { params: { id: 37 }, body: {} } } as Entry] });
  expect(screen.getByRole("status").textContent).toBe("1");
});
