import { useSearchParams } from "wouter";
import { QUOTE_STATUSES, type QuoteStatus } from "#shared/domain/status.ts";

const idIn = (text: string | null): number | null => {
  const id = Number(text ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

interface QuotesAddress {
  readonly search: string;
  readonly status: QuoteStatus | "";
  /** The quote whose details are open. */
  readonly quote: number | null;
  /** The quote that Stripe's page came back from (decisions §6). */
  readonly paid: number | null;
}

type Change = Partial<Record<keyof QuotesAddress, string | number>>;

/** `/quotes?quote=7&search=…&status=sent`: what is open and looked for is in the address, so that a notification can lead there. */
export function useQuotesAddress() {
  const [address, setAddress] = useSearchParams();
  /** An empty text takes a part away. A step that Back should undo is not a replacement. */
  const change = (parts: Change, { replace }: { replace: boolean }) =>
    setAddress(
      (present) => {
        const next = new URLSearchParams(present);
        for (const [name, value] of Object.entries(parts)) {
          if (value === "") next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      { replace },
    );
  const shown: QuotesAddress = {
    search: address.get("search") ?? "",
    status: QUOTE_STATUSES.find((status) => status === address.get("status")) ?? "",
    quote: idIn(address.get("quote")),
    paid: idIn(address.get("paid")),
  };
  return { ...shown, change };
}
