import { useEffect, useRef } from "react";
import { PAYMENT_FAILED } from "#client/components/page/pay-button.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Spinner } from "#client/components/ui/display/waiting.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toasts.ts";

type AccountPaymentReturnProps = {
  checkoutId: number;
  /** Runs once the server has answered. The message of this component remains on screen. */
  onSettled: () => void;
};

/**
 * Confirms the payment after the return from Stripe's page: the server requests the session from
 * Stripe, and only Stripe's answer makes the payment a success (rule Y3).
 */
export default function AccountPaymentReturn({ checkoutId, onSettled }: AccountPaymentReturnProps) {
  const { mutate, isPending, isIdle, error, data } = useCall("account", "confirmPayment", {
    failure: PAYMENT_FAILED,
    onSuccess: ({ paid }) =>
      paid
        ? toast({ title: "Success", description: "Payment processed successfully" })
        : toast({ title: "Error", description: PAYMENT_FAILED, variant: "destructive" }),
  });
  const confirm = () => mutate({ body: { id: checkoutId } }, { onSettled });
  // The mount starts the call. React's StrictMode runs effects twice; the ref limits the call to
  // one.
  const isRequested = useRef(false);
  useEffect(() => {
    if (isRequested.current) return;
    isRequested.current = true;
    mutate({ body: { id: checkoutId } }, { onSettled });
  });
  if (isPending || isIdle)
    return (
      <p role="status" className="mb-4 flex items-center gap-3 rounded bg-info-soft p-3">
        <Spinner /> Checking your payment
      </p>
    );
  if (data?.paid)
    return (
      <Alert tone="info" title={`Paid: ${data.numbers.join(", ")}`} className="mb-4">
        A receipt comes by email.
      </Alert>
    );
  const known = error
    ? failureSentence(error, "")
    : "Stripe has not confirmed this payment. If you have just paid, it will be recorded automatically within a few minutes.";
  return (
    <Alert
      tone="danger"
      title={PAYMENT_FAILED}
      className="mb-4"
      action={
        <Button size="sm" onClick={confirm}>
          Check again
        </Button>
      }
    >
      {known || "If your card was charged, the payment will appear here automatically."} Please check again before you pay a second time.
    </Alert>
  );
}
