import { useEffect, useRef } from "react";
import { Button, type ButtonProps } from "#client/components/ui/control/button.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { formatMoney } from "#client/lib/format.ts";
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
  const { mutate, reset, isPending, isSuccess } = useCall("payments", "pay", {
    failure: PAYMENT_FAILED,
    onSuccess: ({ checkoutUrl }) => window.location.assign(checkoutUrl),
  });
  const leaving = isPending || isSuccess;
  const label = amount === undefined ? "Pay Now" : `Pay ${formatMoney(amount)}`;

  const visit = useVisit(reset);

  return (
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
  );
}
