import { type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { FactsSkeleton } from "#client/components/ui/display/waiting.tsx";
import { calls, query, type Reply, useCall, usePages } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { clientStatementPath, invoicePath } from "#shared/contract/parts/papers.ts";
import { AGE_LABEL, AGES } from "#shared/domain/trade/ledger.ts";
import { daysInWords } from "./client-details.tsx";

const ClientTermsDialog = lazyDialog(() => import("./client-terms-dialog.tsx"), { fields: 4 });

type Client = Reply<"clients", "read">;
type Entry = Reply<"clients", "entries">[number] & { readonly place: number };

export function ClientAccount({ client }: { client: Client }) {
  const { id } = client;
  const user = useUser();
  const [setting, setSetting] = useState(false);
  const send = useCall("clients", "sendStatement", { success: "Statement sent", failure: "Failed to send the statement" });
  const account = useQuery(query("clients", "account", { params: { id } }));
  return (
    <Panel
      title="Account"
      actions={
        <>
          {can(user, calls.clients.changeTerms) && (
            <Button size="sm" onClick={() => setSetting(true)}>
              Terms
            </Button>
          )}
          {can(user, calls.clients.sendStatement) && (
            <Button size="sm" pending={send.isPending} onClick={() => send.mutate({ params: { id } })}>
              Email statement
            </Button>
          )}
          <a href={clientStatementPath(id)} target="_blank" rel="noopener noreferrer" className={buttonClass("secondary", "sm")}>
            Statement (PDF)
          </a>
        </>
      }
    >
      {setting && <ClientTermsDialog client={client} onClose={() => setSetting(false)} />}
      <QueryView query={account} failure="Failed to fetch the account" reserved skeleton={<FactsSkeleton facts={10} columns={3} />}>
        {(loaded) => <Figures account={loaded} />}
      </QueryView>
    </Panel>
  );
}

/** Lists the changes of the client's balance, oldest first. */
export function ClientEntries({ clientId }: { clientId: number }) {
  const pages = usePages("clients", "entries", { params: { id: clientId }, query: {} });
  // An entry has no id, so its position identifies it.
  const entries = { ...pages, data: pages.data?.map((entry, place) => ({ ...entry, place })) } as UseInfiniteQueryResult<Entry[]>;
  return (
    <PagedTable
      query={entries}
      noun={["entry", "entries"]}
      failure="Failed to fetch the account's entries"
      empty={<EmptyState title="No entries yet" plain />}
      caption="Entries of the account"
      frame="plain"
      columns={ENTRY_COLUMNS}
      rowKey={({ place }) => place}
    />
  );
}

const ENTRY_COLUMNS: readonly Column<Entry>[] = [
  { id: "on", header: "Day", cell: ({ on }) => <ListedDate value={on} /> },
  { id: "text", header: "What", name: true, place: "line", cell: ({ text }) => text },
  { id: "number", header: "Document", place: "head", cell: ({ number }) => number && <DocumentOf number={number} /> },
  { id: "amount", header: "Amount", align: "right", place: "end", cell: ({ amount }) => <Money amount={amount} /> },
  { id: "balance", header: "Balance", align: "right", place: "head", cell: ({ balance }) => <Money amount={balance} strong /> },
];

const DocumentOf = ({ number }: { number: string }) => (
  <a href={invoicePath(number)} target="_blank" rel="noopener noreferrer" className="underline underline-offset-4">
    {number}
  </a>
);

function Figures({ account }: { account: Reply<"clients", "account"> }) {
  const { terms, balance, credit, owed, overdue, ageing, notInvoiced, available } = account;
  return (
    <DefinitionList
      columns={3}
      facts={[
        { term: "Balance", value: <Money amount={balance} strong /> },
        { term: "Owed", value: <Money amount={owed} /> },
        {
          term: "Overdue",
          value: (
            <span className={overdue > 0 ? "font-semibold text-danger" : undefined}>
              <Money amount={overdue} />
            </span>
          ),
        },
        ...AGES.filter((age) => ageing[age] > 0).map((age) => ({ term: AGE_LABEL[age], value: <Money amount={ageing[age]} /> })),
        { term: "Credit", value: <Money amount={credit} /> },
        { term: "Ordered, not invoiced yet", value: <Money amount={notInvoiced} /> },
        { term: "Discount", value: `${terms.discountPercent} %` },
        { term: "Invoices are due", value: daysInWords(terms.paymentDays) },
        { term: "Credit limit", value: terms.creditLimit === null ? "None" : <Money amount={terms.creditLimit} /> },
        available !== null && {
          term: "Remaining limit",
          value: (
            <span className={available < 0 ? "font-semibold text-danger" : undefined}>
              <Money amount={available} />
            </span>
          ),
        },
        terms.accountsName ? { term: "Name in the accounts", value: terms.accountsName } : null,
      ]}
    />
  );
}
