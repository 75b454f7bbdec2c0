import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { useDevice, useDeviceView } from "#client/device/device.ts";
import { seenAt } from "#client/device/keep-screens.ts";
import { useUser } from "#client/lib/session.ts";
import { TYPES_ADDRESS } from "./shutter-types.ts";

/** The prices in New Quote as a customer's own device keeps them (rule Q27). */
export interface SeenPrices {
  readonly noNetwork: boolean;
  /** When they were seen, for the screen; null: with a network, or they are not kept here. */
  readonly day: string | null;
  /** The same at the moment of saving: null where the device keeps none, and no quote either. */
  readonly at: () => Promise<string | null>;
}

/**
 * Takes New Quote along on a customer's device, and says how old its prices are while there is no
 * network.
 */
export function useSeenPrices(): SeenPrices {
  const device = useDevice();
  const isOwn = useIsOwn();
  useEffect(() => {
    if (isOwn) device.takeAlong();
  }, [device, isOwn]);
  const { noNetwork, day = null } = useDayWithoutNetwork();
  return { noNetwork, day, at: async () => (isOwn ? seenAt(TYPES_ADDRESS) : null) };
}

function useIsOwn(): boolean {
  const user = useUser();
  return user.role === "customer" && !user.isImpersonating;
}

/**
 * Whether there is no network, and of which day New Quote is here then. Undefined until that is
 * known, null where it is not here.
 */
export function useDayWithoutNetwork(): { readonly noNetwork: boolean; readonly day: string | null | undefined } {
  const isOwn = useIsOwn();
  const { state, lastSeen } = useDeviceView();
  const online = useSyncExternalStore(subscribe, isOnline);
  const noNetwork = !online || state === "no-network" || lastSeen !== null;
  const asks = isOwn && noNetwork;
  const { data } = useQuery({ queryKey: ["prices-seen", noNetwork], queryFn: () => seenAt(TYPES_ADDRESS), enabled: asks, gcTime: 0 });
  return { noNetwork, day: asks ? data : null };
}

const isOnline = () => navigator.onLine;
function subscribe(heard: () => void): () => void {
  window.addEventListener("online", heard);
  window.addEventListener("offline", heard);
  return () => {
    window.removeEventListener("online", heard);
    window.removeEventListener("offline", heard);
  };
}
