import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { BankTransfer } from "#client/components/facts/bank-transfer.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { Button, type ButtonProps, linkClass } from "#client/components/ui/control/button.tsx";
import { calls, query, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { NO_CARDS } from "#shared/domain/trade/ledger.ts";
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

/** The sentence in place of a bank account that could not be read. */
const ACCOUNT_ON_PAPER = "Our bank account is on your statement and on unpaid invoices.";

/** The way to pay a seller that takes no cards. The toast with the reason disappears too soon. */
export function NoCardsDialog({ error, onClose }: { error: Error | null; onClose: () => void }) {
  const user = useUser();
  const open = error instanceof ApiError && error.sentence === NO_CARDS;
  const account = useQuery({ ...query("account", "read", {}), enabled: open && can(user, calls.account.read) });
  const bank = account.data?.bank;
  return (
    <ConfirmDialog
      open={open && !account.isLoading}
      onClose={onClose}
      title="Pay by bank transfer"
      cancelLabel="Close"
      confirmLabel={null}
      onConfirm={onClose}
      pending={false}
    >
      <div className="flex flex-col gap-4">
        <p>
          {NO_CARDS}. {bank === null ? "Please ask us how to pay." : bank ? "Please pay to this account." : ACCOUNT_ON_PAPER}{" "}
          <Link href="/invoices" className={linkClass} onClick={onClose}>
            Open statement and invoices
          </Link>
        </p>
        {bank && <BankTransfer bank={bank} columns={2} />}
      </div>
    </ConfirmDialog>
  );
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
  const { mutate, reset, isPending, isSuccess, error } = useCall("payments", "pay", {
    failure: PAYMENT_FAILED,
    onSuccess: ({ checkoutUrl }) => window.location.assign(checkoutUrl),
  });
  const leaving = isPending || isSuccess;
  const label = amount === undefined ? "Pay Now" : `Pay ${formatMoney(amount)}`;

  const visit = useVisit(reset);

  return (
    <>
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
      <NoCardsDialog error={error} onClose={reset} />
    </>
  );
}
