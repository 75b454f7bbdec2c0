import { useSearchParams } from "wouter";
import { ERROR_SEVERITIES, ERROR_STATUSES, type ErrorSeverity, type ErrorStatus } from "#shared/domain/status.ts";

export interface ErrorsAddress {
  readonly status: ErrorStatus | "";
  readonly severity: ErrorSeverity | "";
  /** The record that is open. */
  readonly error: number | null;
}

/** `/errors?status=new&severity=critical&error=7`: what is looked for and what is open are in the address. */
export function useErrorsAddress() {
  const [address, setAddress] = useSearchParams();
  const id = Number(address.get("error"));
  const shown: ErrorsAddress = {
    status: ERROR_STATUSES.find((status) => status === address.get("status")) ?? "",
    severity: ERROR_SEVERITIES.find((severity) => severity === address.get("severity")) ?? "",
    error: Number.isSafeInteger(id) && id > 0 ? id : null,
  };
  /** A step that Back should undo is not a replacement. */
  const change = (part: Partial<ErrorsAddress>, options = { replace: true }) =>
    setAddress(
      Object.entries({ ...shown, ...part }).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
      options,
    );
  return { ...shown, change };
}
