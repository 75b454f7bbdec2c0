import { Check, Copy, Download, FileText } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { type CallName, callOf, type Input } from "#client/lib/api.ts";
import { ApiError, failureSentence, NO_REPLY } from "#client/lib/api-error.ts";
import { addressOf } from "#client/lib/send.ts";
import { can, useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import type { Call } from "#shared/contract/calls.ts";
import { type DocumentName, documentPath, documents, mayHave } from "#shared/contract/documents.ts";
import type { Feature } from "#shared/contract/index.ts";

type ExportButtonProps<F extends Feature, N extends CallName<F>> = {
  feature: F;
  name: N;
  /** What the list on the screen is narrowed to: the file has the same rows. */
  query?: Input<F, N>["query"];
};

/**
 * Saves the whole list that is shown, for a spreadsheet. A person who may not have the list sees no button (rule D6).
 */
export function ExportButton<F extends Feature, N extends CallName<F>>({ feature, name, query }: ExportButtonProps<F, N>) {
  const user = useUser();
  const [pending, setPending] = useState(false);
  const list = callOf(feature, name);
  if (!can(user, list)) return null;

  const save = async () => {
    setPending(true);
    try {
      await saveCsv(list, query);
    } catch (error) {
      toast({ title: "Error", description: failureSentence(error, "Failed to export the list"), variant: "destructive" });
    } finally {
      setPending(false);
    }
  };
  return (
    // On a phone, where few want a spreadsheet, the sign alone: it leaves the line to the title and what the screen is
    // for.
    <Button
      icon={<Download />}
      title="Export"
      pending={pending}
      onClick={() => void save()}
      className="max-sm:w-control max-sm:px-0! max-sm:[&>span]:gap-0 max-sm:[&_[aria-hidden]]:mx-0"
    >
      <span className="max-sm:sr-only">Export</span>
    </Button>
  );
}

/** Excel takes a file without it for another encoding and spoils every letter that is not English. */
const BYTE_ORDER_MARK = "\uFEFF";

const lost = () => {
  throw new ApiError(0, NO_REPLY, {});
};

/** Fetches a list as CSV and hands it to the browser to save under the name that the server gave. @throws ApiError */
export async function saveCsv(list: Call, query: unknown): Promise<void> {
  const reply = await fetch(addressOf(list.path, { query }, null), { headers: { Accept: "text/csv" }, credentials: "same-origin" }).catch(
    lost,
  );
  if (!reply.ok) throw new ApiError(reply.status, reply.statusText || "Server Error", { detail: await reply.text().catch(lost) });
  const name = /filename="([^"]+)"/.exec(reply.headers.get("Content-Disposition") ?? "")?.[1] ?? "export.csv";
  const file = new Blob([BYTE_ORDER_MARK, await reply.text().catch(lost)], { type: "text/csv;charset=utf-8" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Opens a PDF beside the portal. A person who may not have it sees no link. */
export function DocumentLink({ name, id }: { name: DocumentName; id: number }) {
  const user = useUser();
  if (!mayHave(user.role, name)) return null;
  return (
    <a href={documentPath(name, id)} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
      <span aria-hidden className="-ml-1 inline-flex shrink-0 [&>svg]:size-4">
        <FileText />
      </span>
      {documents[name].label}
    </a>
  );
}

const SAYS_SO_MS = 1500;

type CopyButtonProps = {
  text: string;
  label?: string /** Afterwards, for a toast in the screen's words. */;
  onCopied?: () => void;
  onFailed?: () => void;
};

export function CopyButton({ text, label = "Copy", onCopied, onFailed }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    try {
      // Missing on plain http from another machine, where the browser calls the page insecure.
      await navigator.clipboard.writeText(text);
    } catch {
      onFailed?.();
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SAYS_SO_MS);
    onCopied?.();
  };
  return (
    <Button icon={copied ? <Check /> : <Copy />} onClick={() => void copy()}>
      {label}
    </Button>
  );
}
