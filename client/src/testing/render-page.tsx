import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { Toaster } from "#client/components/ui/overlay/toaster.tsx";
import { createDevice, DeviceContext } from "#client/device/device.ts";
import { createQueryClient } from "#client/lib/api.ts";
import { NetworkContext } from "#client/lib/network.ts";
import { setActingUser } from "#client/lib/portal-request.ts";
import { type User, userQuery } from "#client/lib/session.ts";
import { clearToasts } from "#client/lib/toasts.ts";

interface Options {
  /** The signed-in person. The default is nobody. */
  readonly user?: User | null;
  readonly path?: string;
}

/** Renders a page with the toasts, as the app does, at an address and for a person. */
export function renderPage(page: ReactElement, { user = null, path = "/" }: Options = {}) {
  clearToasts();
  const [address = "", hash = ""] = path.split("#");
  const [pathname = "/", search = ""] = address.split("?");
  window.location.hash = hash;
  const location = memoryLocation({ path: pathname, searchPath: search, record: true });
  const device = createDevice();
  const client = createQueryClient(device);
  client.setQueryData(userQuery.queryKey, user);
  setActingUser(user);
  const view = render(
    <DeviceContext value={device}>
      <NetworkContext value={device}>
        <QueryClientProvider client={client}>
          <Router hook={location.hook} searchHook={location.searchHook}>
            {page}
          </Router>
          <Toaster />
        </QueryClientProvider>
      </NetworkContext>
    </DeviceContext>,
  );
  return { ...view, client, device, person: userEvent.setup(), history: location.history, navigate: location.navigate };
}
