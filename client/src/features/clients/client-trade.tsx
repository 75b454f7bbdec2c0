import { useState } from "react";
import { useLocation } from "wouter";
import { PaymentOf, StatusBadge } from "#client/components/facts/badge.tsx";
import { Job } from "#client/components/facts/job.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Tabs } from "#client/components/ui/control/tabs.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { type Reply, usePages } from "#client/lib/api.ts";
import { invoicePath } from "#shared/contract/parts/papers.ts";
import {
  ORDER_STATUS_LABEL,
  orderNumber,
  QUOTE_STATUS_LABEL,
  quoteNumber,
  REMAKE_STATUS_LABEL,
  remakeNumber,
} from "#shared/domain/trade/status.ts";
import { ClientEntries } from "./client-account.tsx";

type Client = Reply<"clients", "read">;
type Which = "quotes" | "orders" | "invoices" | "remakes" | "entries";

/** The client's current and past records. Each row opens its record. */
export function ClientTrade({ client: { id } }: { client: Client }) {
  const [view, setView] = useState<Which>("orders");
  return (
    <Panel flush>
      <div className="p-4">
        <Tabs<Which>
          label="Trade with this client"
          value={view}
          onChange={setView}
          tabs={[
            { value: "orders", label: "Orders", content: <Orders clientId={id} /> },
            { value: "quotes", label: "Quotes", content: <Quotes clientId={id} /> },
            { value: "invoices", label: "Invoices", content: <Invoices clientId={id} /> },
            { value: "remakes", label: "Remakes", content: <Remakes clientId={id} /> },
            { value: "entries", label: "Entries", content: <ClientEntries clientId={id} /> },
          ]}
        />
      </div>
    </Panel>
  );
}

const few = (clientId: number) => ({ companyId: String(clientId), limit: "10" });

function Orders({ clientId }: { clientId: number }) {
  const [, navigate] = useLocation();
  return (
    <PagedTable
      query={usePages("orders", "list", { query: few(clientId) })}
      noun={["order", "orders"]}
      failure="Failed to fetch orders"
      empty={<EmptyState title="No orders yet" plain />}
      caption="Orders"
      frame="plain"
      rowKey={({ id }) => id}
      onRowClick={({ id }) => navigate(`/orders?order=${id}`)}
      rowLabel={({ id }) => `Open ${orderNumber(id)}`}
      columns={[
        { id: "number", header: "Order #", cell: ({ id }) => orderNumber(id) },
        {
          id: "job",
          header: "Job",
          name: true,
          place: "line",
          cell: ({ jobName, customerName, poNumber }) => <Job {...{ jobName, customerName, poNumber }} />,
        },
        {
          id: "status",
          header: "Status",
          place: "head",
          cell: ({ orderStatus }) => <StatusBadge word={ORDER_STATUS_LABEL[orderStatus]} />,
        },
        { id: "made", header: "Ordered", cell: ({ createdAt }) => <ListedDate value={createdAt} /> },
        { id: "paid", header: "Payment", place: "head", cell: (order) => <PaymentOf record={order} /> },
        { id: "total", header: "Total", align: "right", place: "end", cell: ({ finalTotal }) => <Money amount={finalTotal} strong /> },
      ]}
    />
  );
}

function Quotes({ clientId }: { clientId: number }) {
  const [, navigate] = useLocation();
  return (
    <PagedTable
      query={usePages("quotes", "list", { query: few(clientId) })}
      noun={["quote", "quotes"]}
      failure="Failed to fetch quotes"
      empty={<EmptyState title="No quotes yet" plain />}
      caption="Quotes"
      frame="plain"
      rowKey={({ id }) => id}
      onRowClick={({ id }) => navigate(`/quotes?quote=${id}`)}
      rowLabel={({ id }) => `Open ${quoteNumber(id)}`}
      columns={[
        { id: "number", header: "Quote #", cell: ({ id }) => quoteNumber(id) },
        {
          id: "job",
          header: "Job",
          name: true,
          place: "line",
          cell: ({ jobName, customerName, poNumber }) => <Job {...{ jobName, customerName, poNumber }} />,
        },
        {
          id: "status",
          header: "Status",
          place: "head",
          cell: ({ quoteStatus }) => <StatusBadge word={QUOTE_STATUS_LABEL[quoteStatus]} />,
        },
        { id: "made", header: "Quoted", cell: ({ createdAt }) => <ListedDate value={createdAt} /> },
        { id: "total", header: "Total", align: "right", place: "end", cell: ({ finalTotal }) => <Money amount={finalTotal} strong /> },
      ]}
    />
  );
}

function Invoices({ clientId }: { clientId: number }) {
  return (
    <PagedTable
      query={usePages("invoices", "list", { query: few(clientId) })}
      noun={["invoice", "invoices"]}
      failure="Failed to fetch invoices"
      empty={<EmptyState title="No invoices yet" plain />}
      caption="Invoices"
      frame="plain"
      rowKey={({ number }) => number}
      onRowClick={({ number }) => window.open(invoicePath(number), "_blank", "noopener")}
      rowLabel={({ number }) => `Open ${number}`}
      columns={[
        { id: "number", header: "Invoice #", cell: ({ number }) => number },
        {
          id: "job",
          header: "Job",
          name: true,
          place: "line",
          cell: ({ jobName, poNumber }) => <Job jobName={jobName} poNumber={poNumber} />,
        },
        { id: "due", header: "Due", place: "head", cell: ({ dueOn }) => <ListedDate value={dueOn} missing="–" /> },
        { id: "total", header: "Total", align: "right", cell: ({ gross }) => <Money amount={gross} /> },
        {
          id: "owed",
          header: "Owed",
          align: "right",
          place: "end",
          cell: ({ owed, overdueDays }) => (
            <span className={overdueDays > 0 ? "font-semibold text-danger" : undefined}>
              <Money amount={owed} />
            </span>
          ),
        },
      ]}
    />
  );
}

function Remakes({ clientId }: { clientId: number }) {
  const [, navigate] = useLocation();
  return (
    <PagedTable
      query={usePages("remakes", "list", { query: few(clientId) })}
      noun={["remake", "remakes"]}
      failure="Failed to fetch remakes"
      empty={<EmptyState title="No remakes yet" plain />}
      caption="Remakes"
      frame="plain"
      rowKey={({ id }) => id}
      onRowClick={({ id }) => navigate(`/remakes?remake=${id}`)}
      rowLabel={({ id }) => `Open ${remakeNumber(id)}`}
      columns={[
        { id: "number", header: "Remake #", cell: ({ id }) => remakeNumber(id) },
        {
          id: "job",
          header: "Job",
          name: true,
          place: "line",
          cell: ({ order: { jobName, customerName, poNumber } }) => <Job {...{ jobName, customerName, poNumber }} />,
        },
        { id: "status", header: "Status", place: "head", cell: ({ status }) => <StatusBadge word={REMAKE_STATUS_LABEL[status]} /> },
        { id: "made", header: "Requested", place: "end", cell: ({ createdAt }) => <ListedDate value={createdAt} /> },
      ]}
    />
  );
}
