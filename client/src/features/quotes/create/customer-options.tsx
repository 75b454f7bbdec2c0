import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import type { Client, Customer } from "./customer-field.tsx";

type CustomerOptionsProps = {
  id: string;
  clients: UseQueryResult<Client[]>;
  active: number;
  chosen: Customer | null;
  onChoose: (client: Client) => void;
};

/** Below the field, over what follows. Pressed on pointer-down, before the field loses the focus and the list closes. */
export function CustomerOptions({ id, clients, active, chosen, onChoose }: CustomerOptionsProps) {
  const { data, isError } = clients;
  useLoadFailure(clients, "Failed to load the customers");
  const note = isError
    ? "Failed to load the customers. Type again to retry."
    : data?.length === 0
      ? "No approved customer has that name."
      : "";
  return (
    <div className="absolute inset-x-(--page) top-full z-popover -mt-9 overflow-hidden rounded bg-surface shadow-overlay">
      <div id={id} role="listbox" aria-label="Customers" className="max-h-72 overflow-y-auto p-1">
        {(data ?? []).map((client, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard moves through the list from the field (aria-activedescendant)
          <div
            key={client.id}
            id={`${id}-${client.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={client.id === chosen?.id}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(client)}
            className={clsx("min-h-control cursor-pointer rounded-sm px-3 py-1.5", index === active ? "bg-raised" : "hover:bg-raised/60")}
          >
            <p className="truncate font-medium" title={client.companyName}>
              {client.companyName}
            </p>
            <p className="truncate text-xs text-muted">
              {client.contactName}, {client.email}
            </p>
          </div>
        ))}
      </div>
      <p role="status" className="px-4 py-2 text-xs text-muted empty:hidden">
        {note}
      </p>
    </div>
  );
}
