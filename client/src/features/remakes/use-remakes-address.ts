import { useSearchParams } from "wouter";
import { REMAKE_STATUSES, type RemakeStatus } from "#shared/domain/status.ts";

const idIn = (text: string | null): number | null => {
  const id = Number(text ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

interface RemakesAddress {
  readonly search: string;
  readonly status: RemakeStatus | "";
  /** The remake whose details are open. */
  readonly remake: number | null;
  /** The order for which one is being requested. */
  readonly order: number | null;
}
type Change = Partial<Record<keyof RemakesAddress, string | number>>;

/** `/remakes?remake=7` and `/remakes?order=12`: what is open and looked for is in the address, so that a bell, a mail and an order can lead there. */
export function useRemakesAddress() {
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
  const shown: RemakesAddress = {
    search: address.get("search") ?? "",
    status: REMAKE_STATUSES.find((status) => status === address.get("status")) ?? "",
    remake: idIn(address.get("remake")),
    order: idIn(address.get("order")),
  };
  return { ...shown, change };
}
