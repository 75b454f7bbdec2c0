import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { Button, type ButtonProps, linkClass } from "#client/components/ui/control/button.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { NO_CARDS } from "#shared/domain/trade/ledger.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";

export const PAYMENT_FAILED = "Payment processing failed";

/**
 * Counts how often the Back button restored the page while it waited for Stripe. A restored page
 * pays under a new idempotency key.
 */
export function useVisit(reset: () => void) {
  const visit = useRef(0);
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      visit.current += 1;
      reset();
    };
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, [reset]);
  return visit;
}

/** The way to pay a seller that takes no cards. The toast with the reason disappears too soon. */
export function NoCardsDialog({ error, onClose }: { error: Error | null; onClose: () => void }) {
  return (
    <ConfirmDialog
      open={error instanceof ApiError && error.sentence === NO_CARDS}
      onClose={onClose}
      title="Pay by bank transfer"
      cancelLabel="Close"
      confirmLabel={null}
      onConfirm={onClose}
      pending={false}
    >
      {NO_CARDS}. Our bank account is on your statement and on unpaid invoices. Give the order's or the invoice's number as the reference.{" "}
      <Link href="/invoices" className={linkClass} onClick={onClose}>
        Open statement and invoices
      </Link>
    </ConfirmDialog>
  );
}

type PayButtonProps = Pick<ButtonProps, "size" | "variant"> & {
  quoteId: number;
  /** The amount in pounds. With it the button's label is "Pay £678.82", otherwise "Pay Now". */
  amount?: number | undefined;
};

/**
 * Opens Stripe's Checkout page. It ignores presses from the first press until the browser has left
 * the page.
 */
export function PayButton({ quoteId, amount, ...look }: PayButtonProps) {
  const keyFor = useIdempotencyKey();
  const { mutate, reset, isPending, isSuccess, error } = useCall("payments", "pay", {
    failure: PAYMENT_FAILED,
    onSuccess: ({ checkoutUrl }) => window.location.assign(checkoutUrl),
  });
  const leaving = isPending || isSuccess;
  const label = amount === undefined ? "Pay Now" : `Pay ${formatMoney(amount)}`;

  const visit = useVisit(reset);

  return (
    <>
      <Button
        {...look}
        pending={leaving}
        onClick={() => {
          if (!leaving) mutate({ params: { id: quoteId }, idempotencyKey: keyFor({ quoteId, visit: visit.current }) });
        }}
        aria-label={`${label}, ${quoteNumber(quoteId)}`}
      >
        {label}
      </Button>
      <NoCardsDialog error={error} onClose={reset} />
    </>
  );
}
