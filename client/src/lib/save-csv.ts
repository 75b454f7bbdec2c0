import type { Call } from "#shared/contract/calls.ts";
import { ApiError, NO_REPLY } from "./api-error.ts";
import { addressOf } from "./send.ts";

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
