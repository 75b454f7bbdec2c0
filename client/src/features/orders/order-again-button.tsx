import { useState } from "react";
import { useLocation } from "wouter";
import { Button } from "#client/components/ui/button.tsx";
import { useCall } from "#client/lib/api.ts";
import { quoteNumber } from "#client/lib/references.ts";

/** `crypto.randomUUID` is missing on plain http from another machine. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The same windows in a new draft quote, which opens. */
export function OrderAgainButton({ id }: { id: number }) {
  const [, navigate] = useLocation();
  const [idempotencyKey] = useState(newKey);
  const again = useCall("quotes", "reorder", {
    success: (quote) => `${quoteNumber(quote.id)} is a new draft at today's prices`,
    failure: "Failed to order again",
    onSuccess: (quote) => navigate(`/quotes?quote=${quote.id}`),
  });
  return (
    <Button pending={again.isPending} onClick={() => again.mutate({ params: { id }, idempotencyKey })}>
      Order again
    </Button>
  );
}
