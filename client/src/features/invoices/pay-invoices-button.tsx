import { NoCardsDialog, PAYMENT_FAILED, useVisit } from "#client/components/page/pay-button.tsx";
import { Button, type ButtonProps } from "#client/components/ui/control/button.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { formatMoney } from "#client/lib/format.ts";
import { limitToOneSession, type OwedInvoice, sumOwed } from "./owed-invoices.ts";

type PayInvoicesButtonProps = Pick<ButtonProps, "variant"> & {
  invoices: readonly OwedInvoice[];
  /** The words after the amount on the button. */
  what?: string;
};

/** Opens one Checkout session for several invoices (rule Y12). Further presses are ignored. */
export function PayInvoicesButton({ invoices, what = "", variant }: PayInvoicesButtonProps) {
  const keyFor = useIdempotencyKey();
  const { mutate, reset, isPending, isSuccess, error } = useCall("account", "pay", {
    failure: PAYMENT_FAILED,
    onSuccess: ({ checkoutUrl }) => window.location.assign(checkoutUrl),
  });
  const visit = useVisit(reset);
  const leaving = isPending || isSuccess;
  const chosen = limitToOneSession(invoices);
  const numbers = chosen.map(({ number }) => number);
  const pay = () => {
    if (!leaving) mutate({ body: { numbers }, idempotencyKey: keyFor({ numbers, visit: visit.current }) });
  };
  return (
    <>
      <Button variant={variant} pending={leaving} disabled={chosen.length === 0} onClick={pay}>
        {["Pay", formatMoney(sumOwed(chosen)), what].filter(Boolean).join(" ")}
      </Button>
      <NoCardsDialog error={error} onClose={reset} />
    </>
  );
}
