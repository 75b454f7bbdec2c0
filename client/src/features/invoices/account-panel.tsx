import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { BankTransfer } from "#client/components/facts/bank-transfer.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { Disclosure } from "#client/components/ui/control/disclosure.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { calls, query } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { accountStatementPath } from "#shared/contract/parts/papers.ts";
import { AccountFigures } from "./account-figures.tsx";
import { AccountSkeleton } from "./account-skeleton.tsx";
import { findOverdue, type OwedInvoice, owedInvoicesQuery } from "./owed-invoices.ts";
import { PayInvoicesButton } from "./pay-invoices-button.tsx";

const ChooseInvoicesDialog = lazyDialog(() => import("./choose-invoices-dialog.tsx"), { fields: 4 });

/**
 * The company's debt, above its invoices. A fitter opens it on a phone to pay the overdue amount,
 * which takes one press.
 */
export default function AccountPanel() {
  const user = useUser();
  const account = useQuery(query("account", "read", {}));
  const [transferring, setTransferring] = useState(false);
  const bankId = useId();
  const owed = useQuery(query("invoices", "list", { query: owedInvoicesQuery() }));
  const mayPay = can(user, calls.account.pay) && user.mayOrder && !user.isImpersonating;
  return (
    <Panel title="Your account" className="mb-6">
      <QueryView query={account} failure="Failed to fetch your account" reserved skeleton={<AccountSkeleton />}>
        {(loaded) => (
          <div className="flex flex-col gap-4">
            <AccountFigures account={loaded} />
            <div className="flex flex-wrap gap-2 max-sm:flex-col">
              {mayPay && <Paying owed={owed.data ?? []} />}
              <a href={accountStatementPath} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
                Statement (PDF)
              </a>
              {loaded.bank && loaded.owed + loaded.notInvoiced > 0 && (
                <Disclosure open={transferring} controls={bankId} onPress={() => setTransferring(!transferring)}>
                  Pay by bank transfer
                </Disclosure>
              )}
            </div>
            {loaded.bank && transferring && (
              <div id={bankId} className="border-t pt-4">
                <BankTransfer bank={loaded.bank} columns={3} />
              </div>
            )}
            {loaded.credit > 0 && loaded.owed > 0 && (
              <p className="text-sm text-muted">Our office allocates your credit to your invoices. Ask us if you want to use it now.</p>
            )}
          </div>
        )}
      </QueryView>
    </Panel>
  );
}

/** Offers to pay all overdue invoices, otherwise all owed invoices. */
function Paying({ owed }: { owed: readonly OwedInvoice[] }) {
  const [choosing, setChoosing] = useState(false);
  const overdue = findOverdue(owed);
  const first = overdue.length > 0 ? overdue : owed;
  if (first.length === 0) return null;
  return (
    <>
      <PayInvoicesButton variant="primary" invoices={first} what={overdue.length > 0 ? "overdue" : ""} />
      {owed.length > 1 && <Button onClick={() => setChoosing(true)}>Choose what to pay</Button>}
      {choosing && <ChooseInvoicesDialog owed={owed} onClose={() => setChoosing(false)} />}
    </>
  );
}
