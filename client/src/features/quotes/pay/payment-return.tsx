import { useEffect, useRef } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Spinner } from "#client/components/ui/display/waiting.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toasts.ts";
import { quoteNumber } from "#shared/domain/references.ts";

const FAILED = "Payment processing failed";

type PaymentReturnProps = { quoteId: number /** However it went; on failure this notice stays. */; onSettled: () => void };

/** Back from Stripe's page: only Stripe's own word, which the server asks for, makes a payment a success (rule Y3). */
export function PaymentReturn({ quoteId, onSettled }: PaymentReturnProps) {
  const { mutate, isPending, isIdle, error, data } = useCall("payments", "confirm", {
    failure: FAILED,
    onSuccess: ({ paymentStatus }) =>
      paymentStatus === "paid"
        ? toast({ title: "Success", description: "Payment processed successfully" })
        : toast({ title: "Error", description: FAILED, variant: "destructive" }),
  });
  const confirm = () => mutate({ params: { id: quoteId } }, { onSettled });

  // Arriving is the event; there is no button. The mark keeps StrictMode's second run from asking twice.
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
  // A fault and silence have no sentence of the server's: then it is we who say what is safe.
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
