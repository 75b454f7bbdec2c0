import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { useDelayed } from "#client/components/ui/display/waiting.tsx";
import type { MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { type CallName, callOf, type Input } from "#client/lib/api.ts";
import { ApiError, failureSentence, NO_REPLY } from "#client/lib/api-error.ts";
import { fetchFromPortal } from "#client/lib/portal-request.ts";
import { type AnyInput, addressOf } from "#client/lib/send.ts";
import { can, type User, useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import type { Feature } from "#shared/contract/index.ts";

type ExportButtonProps<F extends Feature, N extends CallName<F>> = {
  feature: F;
  name: N;
  /** The filters of the list on the screen, so that the file has the same rows. */
  query?: Input<F, N>["query"];
};

/**
 * Saves the whole list for a spreadsheet. A person without permission for the list sees no button
 * (rule D6).
 */
export function ExportButton<F extends Feature, N extends CallName<F>>({ feature, name, query }: ExportButtonProps<F, N>) {
  const user = useUser();
  const [pending, setPending] = useState(false);
  const list = callOf(feature, name);
  if (!can(user, list)) return null;

  const save = async () => {
    setPending(true);
    await saveList(addressOf(list.path, { query }, null));
    setPending(false);
  };
  return (
    <span className="relative inline-flex">
      {/* A phone displays only the icon, to leave room for the title and the main action. */}
      <Button
        icon={<Download />}
        title="Export"
        pending={pending}
        onClick={() => void save()}
        className="max-sm:w-control max-sm:px-0! max-sm:[&>span]:gap-0 max-sm:[&_[aria-hidden]]:mx-0"
      >
        <span className="max-sm:sr-only">Export</span>
      </Button>
      <MakingFile active={pending}>Making the spreadsheet…</MakingFile>
    </span>
  );
}

const SLOW_MS = 1000;

/** Displays a message below the button while a file takes longer than a second. */
export const MakingFile = ({ active, children }: { active: boolean; children: ReactNode }) => (
  <span role="status" className="absolute top-full right-0 mt-0.5 text-xs whitespace-nowrap text-muted">
    {useDelayed(active, SLOW_MS) && children}
  </span>
);

/** Saves a list for a spreadsheet, or displays a toast with the error. */
async function saveList(address: string): Promise<void> {
  try {
    // Without the byte order mark Excel guesses another encoding and displays wrong letters.
    await saveFile(address, { type: "text/csv;charset=utf-8", before: "\uFEFF" });
  } catch (error) {
    toast({ title: "Error", description: failureSentence(error, "Failed to export the list"), variant: "destructive" });
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
  can(user, callOf(feature, name)) ? [{ label, onSelect: () => void saveList(addressOf(callOf(feature, name).path, input, null)) }] : [];

const failWithoutReply = () => {
  throw new ApiError(0, NO_REPLY, {});
};

/**
 * Fetches a file, which the browser saves under the server's name.
 * @throws ApiError
 */
export async function saveFile(address: string, { type, before = "" }: { type: string; before?: string }): Promise<void> {
  const reply = await fetchFromPortal(address, { headers: { Accept: type.split(";", 1)[0] ?? type } }).catch(failWithoutReply);
  if (!reply.ok)
    throw new ApiError(reply.status, reply.statusText || "Server Error", { detail: await reply.text().catch(failWithoutReply) });
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
