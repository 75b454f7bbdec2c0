import { useSyncExternalStore } from "react";
import type { DropdownMenu, MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";

export type PageMenuItem = Exclude<MenuItem, "separator">;
/** The screen's rare actions, and the menu that displays them, which other screens don't load. */
type PageMenu = { readonly items: readonly PageMenuItem[]; readonly Menu: typeof DropdownMenu | null };

let menu: PageMenu = { items: [], Menu: null };
const listeners = new Set<() => void>();
const replaceMenu = (next: PageMenu): void => {
  menu = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The rare actions of the screen's parts, such as a list's export, for the menu of its header. */
export const usePageMenu = (): PageMenu => useSyncExternalStore(subscribe, () => menu);

/** Adds an action to the screen's menu. Returns the function that removes it. */
export function addPageMenuItem(item: PageMenuItem, Menu: typeof DropdownMenu): () => void {
  replaceMenu({ items: [...menu.items, item], Menu });
  return () => replaceMenu({ ...menu, items: menu.items.filter((other) => other !== item) });
}
