import { Button, type ButtonProps } from "#client/components/ui/control/button.tsx";
import { quoteNumber } from "#shared/domain/references.ts";
import { ACTION_LABEL } from "../quote-actions.ts";
import { usePay } from "./use-pay.ts";

type PayNowButtonProps = Pick<ButtonProps, "size" | "variant"> & { quoteId: number };

export function PayNowButton({ quoteId, ...look }: PayNowButtonProps) {
  const { pay, leaving } = usePay(quoteId);
  return (
    <Button {...look} pending={leaving} onClick={pay} aria-label={`${ACTION_LABEL.pay}, ${quoteNumber(quoteId)}`}>
      {ACTION_LABEL.pay}
    </Button>
  );
}
