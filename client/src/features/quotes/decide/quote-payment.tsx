import { useEffect, useRef } from "react";
import { Button, type ButtonProps } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Spinner } from "#client/components/ui/display/waiting.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toasts.ts";
import { quoteNumber } from "#shared/domain/status.ts";
import { ACTION_LABEL } from "../quote-actions.ts";

const FAILED = "Payment processing failed";

type PayNowButtonProps = Pick<ButtonProps, "size" | "variant"> & { quoteId: number };

/** Goes to Stripe's Checkout page. From the press until the browser has left, another press does nothing. */
export function PayNowButton({ quoteId, ...look }: PayNowButtonProps) {
  const keyFor = useIdempotencyKey();
  const visit = useRef(0);
  const { mutate, reset, isPending, isSuccess } = useCall("payments", "pay", {
    failure: FAILED,
    onSuccess: ({ checkoutUrl }) => window.location.assign(checkoutUrl),
  });
  const leaving = isPending || isSuccess;

  // The browser's Back button can restore this page as it was, still waiting for Stripe. The next press then pays anew, under a new key.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      visit.current += 1;
      reset();
    };
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, [reset]);

  return (
    <Button
      {...look}
      pending={leaving}
      onClick={() => {
        if (!leaving) mutate({ params: { id: quoteId }, idempotencyKey: keyFor({ quoteId, visit: visit.current }) });
      }}
      aria-label={`${ACTION_LABEL.pay}, ${quoteNumber(quoteId)}`}
    >
      {ACTION_LABEL.pay}
    </Button>
  );
}

type PaymentReturnProps = {
  quoteId: number;
  /** Called once the server has answered, with success or failure. After a failure this notice stays. */
  onSettled: () => void;
};

/** Shown on the way back from Stripe's page. The server asks Stripe: only Stripe's answer makes a payment a success (rule Y3). */
export function PaymentReturn({ quoteId, onSettled }: PaymentReturnProps) {
  const { mutate, isPending, isIdle, error, data } = useCall("payments", "confirm", {
    failure: FAILED,
    onSuccess: ({ paymentStatus }) =>
      paymentStatus === "paid"
        ? toast({ title: "Success", description: "Payment processed successfully" })
        : toast({ title: "Error", description: FAILED, variant: "destructive" }),
  });
  const confirm = () => mutate({ params: { id: quoteId } }, { onSettled });

  // The arrival itself starts the call: there is no button. React's StrictMode runs effects twice; the ref keeps it to one call.
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate({ params: { id: quoteId } }, { onSettled });
  });

  if (isPending || isIdle) {
    return (
      <p role="status" className="mb-4 flex items-center gap-3 rounded bg-info-soft p-3">
        <Spinner /> Checking your payment of {quoteNumber(quoteId)}
      </p>
    );
  }
  if (data?.paymentStatus === "paid") return null;
  // A fault, or no reply at all, comes without a sentence of the server's. Then this says what is safe.
  const known = error
    ? failureSentence(error, "")
    : `Stripe has not confirmed a payment of ${quoteNumber(quoteId)}. If you have just paid, it will be recorded by itself in a few minutes.`;
  const sentence = known || "If your card was charged, the payment will appear here by itself.";
  return (
    <Alert
      tone="danger"
      title={FAILED}
      className="mb-4"
      action={
        <Button size="sm" onClick={confirm}>
          Check again
        </Button>
      }
    >
      {sentence} Please check again before you pay a second time.
    </Alert>
  );
}
