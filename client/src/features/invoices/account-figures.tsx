import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { Money } from "#client/components/facts/values.tsx";
import type { Reply } from "#client/lib/api.ts";
import { AGE_LABEL } from "#shared/domain/trade/ledger.ts";

type Account = Reply<"account", "read">;

/** The owed and overdue amounts and the remaining credit, at the top of a company's account. */
export function AccountFigures({ account }: { account: Account }) {
  const { owed, overdue, ageing, credit, notInvoiced, available, terms } = account;
  return (
    <DefinitionList
      columns={3}
      facts={[
        { term: "Owed", value: <span className="text-xl font-semibold">{<Money amount={owed} />}</span> },
        {
          term: "Overdue",
          value: (
            <span className={overdue > 0 ? "text-xl font-semibold text-danger" : "text-xl"}>
              <Money amount={overdue} />
            </span>
          ),
        },
        ageing.disputed > 0 && { term: AGE_LABEL.disputed, value: <Money amount={ageing.disputed} /> },
        credit > 0 && { term: "Credit", value: <Money amount={credit} strong /> },
        notInvoiced > 0 && { term: "Ordered, not invoiced yet", value: <Money amount={notInvoiced} /> },
        available !== null && {
          term: "Remaining limit",
          value: (
            <span className={available < 0 ? "font-medium text-danger" : undefined}>
              <Money amount={available} /> of <Money amount={terms.creditLimit} />
            </span>
          ),
        },
        { term: "Invoices are due", value: terms.paymentDays === 0 ? "At once" : `Within ${terms.paymentDays} days` },
      ]}
    />
  );
}
