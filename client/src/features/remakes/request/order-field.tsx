import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Control, useController } from "react-hook-form";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { SearchField } from "#client/components/page/filters.tsx";
import { Select } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { type Input, query, type Reply } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { describeOrderSearch } from "#client/lib/search-hints.ts";
import { useUser } from "#client/lib/session.ts";
import { nameJob } from "#shared/domain/job-name.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { orderNumber, SHIPPED_ORDER_STATUSES } from "#shared/domain/trade/status.ts";

type Order = Pick<
  Reply<"orders", "list">[number],
  "id" | "createdAt" | "jobName" | "customerName" | "poNumber" | "shippingAddress" | "user"
>;

/** The API's largest page. A search finds further orders. */
const MOST = 200;

type OrderFieldProps = { control: Control<Input<"remakes", "create">["body"]>; disabled: boolean; onChosen: () => void };

/** The shipped order that the remake is about. Staff search all orders by number or company. */
export function OrderField({ control, disabled, onChosen }: OrderFieldProps) {
  const user = useUser();
  const { field, fieldState } = useController({ control, name: "orderId" });
  const [search, setSearch] = useState("");
  const orders = useQuery({
    // Only shipped orders can have arrived with a fault.
    ...query("orders", "list", { query: { search, status: [...SHIPPED_ORDER_STATUSES], limit: String(MOST) } }),
    placeholderData: keepPreviousData,
  });
  useLoadFailure(orders, "Failed to fetch orders");
  const orderRows = orders.data ?? [];
  const missing = field.value !== "" && orders.data !== undefined && !orderRows.some(({ id }) => String(id) === field.value);
  const chosen = useQuery({ ...query("orders", "read", { params: { id: field.value } }), enabled: missing });
  const options: readonly Order[] = missing && chosen.data ? [chosen.data, ...orderRows] : orderRows;
  const many = isStaff(user.role) || search !== "" || orderRows.length >= MOST;

  const label = ({ id, createdAt, poNumber, shippingAddress, user: owner, ...job }: Order) => {
    const known = isStaff(user.role) ? owner.companyName : (nameJob(job) ?? poNumber ?? shippingAddress.split("\n")[0]);
    return [orderNumber(id), formatListed(createdAt), known].join(" · ");
  };
  return (
    <Field label="Order" hint={hintFor(orders.isError, orders.data?.length, search)} error={fieldState.error?.message}>
      {(wiring) => (
        <span className="flex flex-col gap-2">
          {many && (
            <SearchField
              label="Search orders"
              placeholder="Find by number, company or contact"
              finds={describeOrderSearch(user.role)}
              value={search}
              onChange={setSearch}
              className="w-full"
            />
          )}
          <Select
            {...wiring}
            ref={field.ref}
            name={field.name}
            value={missing && !chosen.data ? "" : field.value}
            onBlur={field.onBlur}
            onChange={(event) => {
              field.onChange(event);
              onChosen();
            }}
            disabled={disabled}
            aria-busy={orders.isFetching || undefined}
            prompt="Choose an order"
            options={options.map((order) => ({ value: String(order.id), label: label(order) }))}
          />
        </span>
      )}
    </Field>
  );
}

function hintFor(failed: boolean, count: number | undefined, search: string): string | undefined {
  if (failed) return "Failed to fetch orders. Close this and open it again to retry.";
  if (count === 0) return search ? "No orders found" : "A remake needs an order that has left the workshop: there is none yet.";
  return undefined;
}
