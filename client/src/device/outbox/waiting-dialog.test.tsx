import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createDevice, type Device, DeviceContext } from "#client/device/device.ts";
import { createQueryClient } from "#client/lib/api.ts";
import { userQuery } from "#client/lib/session.ts";
import { person } from "#client/testing/people.ts";
import type { OpenOutbox } from "./open-outbox.ts";
import type { Entry } from "./outbox-store.ts";
import { WaitingDialog } from "./waiting-dialog.tsx";

const entry = (id: number, refused: string): Entry => ({
  ...{ feature: "workshop", name: "ship", input: { params: { id: 36 }, body: { trackingNumber: "DX 1" } } },
  ...{ id, refused, words: `Shipped, ORD-36, ${id}`, at: "2026-11-22T10:00:00.000Z", key: `key ${id}`, person: 7, company: 7 },
});

test("a refused shipping of an order that is not packed can be confirmed, and is sent with a new key", async () => {
  const retry = vi.fn();
  const refused = [entry(1, "2 of 4 are packed"), entry(2, "This order is cancelled")];
  const device = createDevice();
  const view = { ...device.view(), refused };
  const fake: Device = { ...device, view: () => view, outbox: async () => ({ retry }) as unknown as OpenOutbox };
  const client = createQueryClient(device);
  client.setQueryData(userQuery.queryKey, person("supplier"));
  render(
    <DeviceContext value={fake}>
      <QueryClientProvider client={client}>
        <WaitingDialog onClose={() => {}} />
      </QueryClientProvider>
    </DeviceContext>,
  );
  expect(screen.getAllByRole("button", { name: /^Ship anyway/ })).toHaveLength(1);
  await userEvent.setup().click(screen.getByRole("button", { name: "Ship anyway: Shipped, ORD-36, 1" }));
  expect(retry).toHaveBeenCalledWith(
    expect.objectContaining({ id: 1, input: { params: { id: 36 }, body: { trackingNumber: "DX 1", confirmed: true } } }),
    expect.not.stringMatching("key 1"),
  );
});
