import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { useDevice, useDeviceView } from "#client/device/device.ts";
import { findStoredTime } from "#client/device/stored-time.ts";
import { useUser } from "#client/lib/session.ts";
import { TYPES_ADDRESS } from "./shutter-types.ts";

/** The age of the prices in New Quote on a customer's own device (rule Q27). */
export interface StoredPrices {
  readonly noNetwork: boolean;
  /**
   * The day on which the prices were loaded, for the screen; null with a network, or if this device
   * stores no prices.
   */
  readonly day: string | null;
  /** The day at the moment of saving; null if the device stores neither prices nor quotes. */
  readonly readDay: () => Promise<string | null>;
}

/**
 * Stores New Quote on a customer's device, and reports the age of its prices while there is no
 * network.
 */
export function useStoredPrices(): StoredPrices {
  const device = useDevice();
  const isOwn = useIsOwn();
  useEffect(() => {
    if (isOwn) device.takeAlong();
  }, [device, isOwn]);
  const { noNetwork, day = null } = useDayWithoutNetwork();
  return { noNetwork, day, readDay: async () => (isOwn ? findStoredTime(TYPES_ADDRESS) : null) };
}

function useIsOwn(): boolean {
  const user = useUser();
  return user.role === "customer" && !user.isImpersonating;
}

/**
 * The day of the stored prices, if there is no network. Undefined until the state is known, null if
 * this device does not store New Quote.
 */
export function useDayWithoutNetwork(): { readonly noNetwork: boolean; readonly day: string | null | undefined } {
  const isOwn = useIsOwn();
  const { state, lastSeen } = useDeviceView();
  const online = useSyncExternalStore(subscribe, isOnline);
  const noNetwork = !online || state === "no-network" || lastSeen !== null;
  const asks = isOwn && noNetwork;
  const { data } = useQuery({
    queryKey: ["prices-seen", noNetwork],
    queryFn: () => findStoredTime(TYPES_ADDRESS),
    enabled: asks,
    gcTime: 0,
  });
  return { noNetwork, day: asks ? data : null };
}

const isOnline = () => navigator.onLine;
function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
