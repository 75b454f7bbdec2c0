import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { type Control, useController } from "react-hook-form";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Input } from "#client/components/ui/control/input.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import type { QuoteValues } from "../form/quote-values.ts";

type Client = Reply<"clients", "list">[number];

type CustomerFieldProps = {
  control: Control<QuoteValues>;
  /** The field may stay empty: the quote is then the super admin's own (rule Q1). */
  mayKeep: boolean;
};

/** The customer for whom staff make a quote: an approved one, found by name (an ARIA combobox with a list). */
export function CustomerField({ control, mayKeep }: CustomerFieldProps) {
  const { field, fieldState } = useController({ control, name: "userId" });
  const name = useController({ control, name: "customerName" }).field;
  const listId = useId();
  const { text, settled, type } = useTypedSearch();
  const chosen = field.value;
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const clients = useQuery({
    ...query("clients", "list", { query: { search: settled, approvalStatus: "approved", limit: "20" } }),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  const found = clients.data ?? [];

  const take = (client: Client | null) => {
    field.onChange(client?.id ?? null);
    name.onChange(client?.companyName);
  };
  const choose = (client: Client) => {
    take(client);
    setOpen(false);
  };
  const search = (next: string) => {
    type(next);
    setActive(0);
    setOpen(true);
    // The typed text is no longer the chosen customer's name.
    if (chosen !== null) take(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive(open && found.length > 0 ? (active + step + found.length) % found.length : 0);
      setOpen(true);
    } else if (event.key === "Enter") {
      // Enter must not submit the form from its first field.
      event.preventDefault();
      const client = found[active];
      if (open && client) choose(client);
    }
  };
  useEscape(open, () => setOpen(false));

  return (
    <div className="relative shrink-0 px-page pt-2 pb-4 md:max-w-110">
      <Field
        label="Customer"
        optional={mayKeep}
        hint={mayKeep ? "Leave it empty to keep the quote as your own." : "Type a part of the company's or contact's name."}
        error={fieldState.error?.message}
      >
        {(wiring) => (
          <Input
            {...wiring}
            ref={field.ref}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && found[active] ? `${listId}-${found[active].id}` : undefined}
            autoComplete="off"
            value={chosen === null ? text : (name.value ?? "")}
            onChange={(event) => search(event.target.value)}
            onFocus={(event) => event.target.select()}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setOpen(false);
              field.onBlur();
            }}
            className={clsx(chosen !== null && "font-medium")}
          />
        )}
      </Field>
      {open && <CustomerOptions id={listId} clients={clients} active={active} chosen={chosen} onChoose={choose} />}
    </div>
  );
}

type CustomerOptionsProps = {
  id: string;
  clients: UseQueryResult<Client[]>;
  active: number;
  chosen: number | null;
  onChoose: (client: Client) => void;
};

/** The list below the field. Pointer-down must not take the focus from the field, or the list would close before the click. */
function CustomerOptions({ id, clients, active, chosen, onChoose }: CustomerOptionsProps) {
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
            aria-selected={client.id === chosen}
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

const DEBOUNCE_MS = 200;

/** The typed text, and the same text once typing has paused: that is what the server is asked. */
function useTypedSearch() {
  const [text, setText] = useState("");
  const [settled, setSettled] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSettled(next.trim()), DEBOUNCE_MS);
  };
  return { text, settled, type };
}

/** Escape closes the list and not the dialog around it. Radix listens on the document, in the capture phase; the window comes before. */
function useEscape(active: boolean, onEscape: () => void) {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onEscape();
  });
  useEffect(() => {
    if (!active) return;
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [active]);
}
