import { createContext, useContext, useSyncExternalStore } from "react";
import { toast } from "./toasts.ts";

/** The device's knowledge of the network (client/src/device/device.ts). */
export interface Network {
  readonly subscribe: (onChange: () => void) => () => void;
  readonly isAway: () => boolean;
}

export const NetworkContext = createContext<Network>({ subscribe: () => () => {}, isAway: () => false });

/** Returns true while this person's device has no network and displays stored data. */
export function useIsAway(): boolean {
  const { subscribe, isAway } = useContext(NetworkContext);
  return useSyncExternalStore(subscribe, isAway);
}

export const NEEDS_NETWORK = "This needs the network. It works again once the network is back.";

/** A dialog's note without a network, where the device stores the change. */
export const SENT_LATER = "No network: this is sent once the network is back.";

/** Explains a press on an action that needs the network. Touch screens have no tooltips. */
export const announceNoNetwork = (): void => void toast({ title: "No network", description: NEEDS_NETWORK });
