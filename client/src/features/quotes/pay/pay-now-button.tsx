import { useEffect, useRef } from "react";
import { Button, type ButtonProps } from "#client/components/ui/control/button.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { quoteNumber } from "#shared/domain/references.ts";
import { ACTION_LABEL } from "../quote-actions.ts";

type PayNowButtonProps = Pick<ButtonProps, "size" | "variant"> & { quoteId: number };

export function PayNowButton({ quoteId, ...look }: PayNowButtonProps) {
  const { pay, leaving } = usePay(quoteId);
  return (
    <Button {...look} pending={leaving} onClick={pay} aria-label={`${ACTION_LABEL.pay}, ${quoteNumber(quoteId)}`}>
      {ACTION_LABEL.pay}
    </Button>
  );
}

/** To Stripe's Checkout page. From the press until the browser has left, another press does nothing. */
function usePay(quoteId: number) {
  const keyFor = useIdempotencyKey();
  const visit = useRef(0);
  const { mutate, reset, isPending, isSuccess } = useCall("payments", "pay", {
    failure: "Payment processing failed",
    onSuccess: ({ checkoutUrl }) => window.location.assign(checkoutUrl),
  });

  // The Back button can bring this page back as it was left: waiting for Stripe. Then paying is open again, as a new wish.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      visit.current += 1;
      reset();
    };
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, [reset]);

  const leaving = isPending || isSuccess;
  return {
    leaving,
    pay: () => {
      if (!leaving) mutate({ params: { id: quoteId }, idempotencyKey: keyFor({ quoteId, visit: visit.current }) });
    },
  };
}
