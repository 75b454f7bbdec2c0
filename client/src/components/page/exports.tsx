import { type ReactNode, useEffect, useRef, useState } from "react";
import { useDelayed } from "#client/components/ui/display/waiting.tsx";
import { DropdownMenu, type MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { type CallName, callOf, type Input } from "#client/lib/api.ts";
import { ApiError, failureSentence, NO_REPLY } from "#client/lib/api-error.ts";
import { fetchFromPortal } from "#client/lib/portal-request.ts";
import { type AnyInput, addressOf, readProblem } from "#client/lib/send.ts";
import { needsProof, withProof } from "#client/lib/session/recent-proof.ts";
import { can, type User, useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import type { Feature } from "#shared/contract/index.ts";
import { addPageMenuItem, type PageMenuItem } from "./page-menu.ts";

/** Adds an action to the screen's menu while the calling component is mounted and `offered`. */
export function usePageMenuItem(item: Pick<PageMenuItem, "label" | "onSelect" | "needsNetwork"> & { offered?: boolean }) {
  const { label, onSelect, needsNetwork, offered = true } = item;
  const latest = useRef(onSelect);
  useEffect(() => {
    latest.current = onSelect;
  });
  useEffect(
    () => (offered ? addPageMenuItem({ label, needsNetwork, onSelect: () => latest.current() }, DropdownMenu) : undefined),
    [label, needsNetwork, offered],
  );
}

type ExportItemProps<F extends Feature, N extends CallName<F>> = {
  feature: F;
  name: N;
  /** The filters of the list on the screen, so that the file has the same rows. */
  query?: Input<F, N>["query"];
};

/**
 * Adds Export to the screen's menu, which saves the whole list for a spreadsheet. A person without
 * permission for the list has no such item (rule D6).
 */
export function ExportItem<F extends Feature, N extends CallName<F>>({ feature, name, query }: ExportItemProps<F, N>) {
  const user = useUser();
  const [pending, setPending] = useState(false);
  const list = callOf(feature, name);
  const save = async () => {
    setPending(true);
    await saveList(addressOf(list.path, { query }, null));
    setPending(false);
  };
  usePageMenuItem({ label: "Export", needsNetwork: true, onSelect: () => !pending && void save(), offered: can(user, list) });
  return (
    <span className="relative -ml-2 self-stretch">
      <MakingFile active={pending}>Making the spreadsheet…</MakingFile>
    </span>
  );
}

const SLOW_MS = 1000;

/** Displays a message below the menu while a file takes longer than a second. */
export const MakingFile = ({ active, children }: { active: boolean; children: ReactNode }) => (
  <span role="status" className="absolute top-full right-0 mt-0.5 text-xs whitespace-nowrap text-muted">
    {useDelayed(active, SLOW_MS) && children}
  </span>
);

/** Saves a list for a spreadsheet, or displays a toast with the error. */
// Without the byte order mark Excel guesses another encoding and displays wrong letters.
const saveList = (address: string) => saveOrToast(address, { before: "\uFEFF", failure: "Failed to export the list" });

/** Saves a CSV file, or displays a toast with the error. A cancelled proof displays none. */
export async function saveOrToast(address: string, { before = "", failure }: { before?: string; failure: string }): Promise<void> {
  try {
    await saveFile(address, { type: "text/csv;charset=utf-8", before });
  } catch (error) {
    if (needsProof(error)) return;
    toast({ title: "Error", description: failureSentence(error, failure), variant: "destructive" });
  }
}

/** The menu item that exports the list, or an empty list for a person without permission. */
export const exportMenuItem = <F extends Feature, N extends CallName<F>>(
  user: Pick<User, "role">,
  feature: F,
  name: N,
  input: Pick<AnyInput, "params">,
  label: string,
): MenuItem[] =>
  can(user, callOf(feature, name))
    ? [{ label, needsNetwork: true, onSelect: () => void saveList(addressOf(callOf(feature, name).path, input, null)) }]
    : [];

const failWithoutReply = () => {
  throw new ApiError(0, NO_REPLY, {});
};

async function fetchFile(address: string, type: string): Promise<Response> {
  const reply = await fetchFromPortal(address, { headers: { Accept: `${type}, application/problem+json` } }).catch(failWithoutReply);
  if (reply.ok) return reply;
  throw new ApiError(reply.status, reply.statusText || "Server Error", readProblem(await reply.text().catch(failWithoutReply)));
}

/**
 * Fetches a file, which the browser saves under the server's name.
 * @throws ApiError
 */
export async function saveFile(address: string, { type, before = "" }: { type: string; before?: string }): Promise<void> {
  const reply = await withProof(() => fetchFile(address, type.split(";", 1)[0] ?? type));
  const name = /filename="([^"]+)"/.exec(reply.headers.get("Content-Disposition") ?? "")?.[1] ?? "export";
  const file = new Blob([before, await reply.arrayBuffer().catch(failWithoutReply)], { type });
  const saved = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = saved;
  link.download = name;
  link.click();
  // A minute later the browser has its own copy.
  setTimeout(() => URL.revokeObjectURL(saved), 60_000);
}
