import { useEffect, useRef, useState } from "react";
import { PAYMENT_FAILED } from "#client/components/page/pay-button.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Spinner } from "#client/components/ui/display/waiting.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toasts.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import type { Quote } from "../quote-actions.ts";
import { PaymentReceipt } from "./payment-receipt.tsx";

type PaymentReturnProps = {
  quoteId: number;
  now: number;
  /**
   * Runs once the server has answered, with success or failure. After a failure this notice
   * remains.
   */
  onSettled: () => void;
  onPlace: (quote: Quote) => void;
};

/**
 * The notice after the return from Stripe's page. The server requests the session from Stripe, and
 * only Stripe's answer makes a payment a success (rule Y3).
 */
export default function PaymentReturn({ quoteId, now, onSettled, onPlace }: PaymentReturnProps) {
  const { mutate, isPending, isIdle, error, data } = useCall("payments", "confirm", {
    failure: PAYMENT_FAILED,
    onSuccess: ({ paymentStatus }) =>
      paymentStatus === "paid"
        ? toast({ title: "Success", description: "Payment processed successfully" })
        : toast({ title: "Error", description: PAYMENT_FAILED, variant: "destructive" }),
  });
  const [closed, setClosed] = useState(false);
  const confirm = () => mutate({ params: { id: quoteId } }, { onSettled });

  // The mount starts the call, because there is no button. React's StrictMode runs effects twice;
  // the ref limits the call to one.
  const isRequested = useRef(false);
  useEffect(() => {
    if (isRequested.current) return;
    isRequested.current = true;
    mutate({ params: { id: quoteId } }, { onSettled });
  });

  if (isPending || isIdle) {
    return (
      <p role="status" className="mb-4 flex items-center gap-3 rounded bg-info-soft p-3">
        <Spinner /> Checking your payment of {quoteNumber(quoteId)}
      </p>
    );
  }
  if (data?.paymentStatus === "paid")
    return closed ? null : <PaymentReceipt paid={data} now={now} onPlace={onPlace} onClose={() => setClosed(true)} />;
  // A server fault or a missing reply has no sentence from the server, so the notice explains what
  // is certain.
  const known = error
    ? failureSentence(error, "")
    : `Stripe has not confirmed a payment of ${quoteNumber(quoteId)}. If you have just paid, it will be recorded automatically within a few minutes.`;
  const sentence = known || "If your card was charged, the payment will appear here automatically.";
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
      {sentence} Please check again before you pay a second time.
    </Alert>
  );
}
