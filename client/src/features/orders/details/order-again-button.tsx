import { useLocation } from "wouter";
import { Button } from "#client/components/ui/control/button.tsx";
import { useCall } from "#client/lib/api.ts";
import { useIdempotencyKey } from "#client/lib/idempotency-key.ts";
import { quoteNumber } from "#shared/domain/references.ts";

/** The same windows in a new draft quote, which opens. */
export function OrderAgainButton({ id }: { id: number }) {
  const [, navigate] = useLocation();
  const keyFor = useIdempotencyKey();
  const again = useCall("quotes", "reorder", {
    success: (quote) => `${quoteNumber(quote.id)} is a new draft at today's prices`,
    failure: "Failed to order again",
    onSuccess: (quote) => navigate(`/quotes?quote=${quote.id}`),
  });
  return (
    <Button pending={again.isPending} onClick={() => again.mutate({ params: { id }, idempotencyKey: keyFor(id) })}>
      Order again
    </Button>
  );
}
