import { useEffect, useRef } from "react";
import { Button, type ButtonProps } from "#client/components/ui/control/button.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { formatMoney } from "#client/lib/format.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";

export const PAYMENT_FAILED = "Payment processing failed";

/**
 * The Back button can restore a page while it waits for Stripe. The next press then pays under a
 * new key.
 * @returns how often it was restored
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
  /** Pounds. With it the button reads "Pay £678.82", otherwise "Pay Now". */
  amount?: number | undefined;
};

/**
 * Goes to Stripe's Checkout page. From the press until the browser has left, another press does
 * nothing.
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
