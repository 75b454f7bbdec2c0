import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { type Control, useController } from "react-hook-form";
import { Field } from "#client/components/ui/control/field.tsx";
import { Input } from "#client/components/ui/control/input.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import type { QuoteValues } from "../windows/window-form.ts";
import { CustomerOptions } from "./customer-options.tsx";

export type Client = Reply<"clients", "list">[number];
export type Customer = Pick<Client, "id" | "companyName">;

type CustomerFieldProps = {
  control: Control<QuoteValues>;
  /** Left empty, the quote is the super admin's own (rule Q1). */
  mayKeep: boolean;
};

/** For whom staff make a quote: an approved customer, found by name (ARIA combobox with a list). */
export function CustomerField({ control, mayKeep }: CustomerFieldProps) {
  const { field, fieldState } = useController({ control, name: "userId" });
  const name = useController({ control, name: "customerName" }).field;
  const listId = useId();
  const { text, settled, type } = useTypedSearch();
  const [chosen, setChosen] = useState<Customer | null>(field.value === null ? null : { id: field.value, companyName: name.value ?? "" });
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const clients = useQuery({
    ...query("clients", "list", { query: { search: settled, approvalStatus: "approved", limit: "20" } }),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  const found = clients.data ?? [];

  const take = (client: Customer | null) => {
    setChosen(client);
    field.onChange(client?.id ?? null);
    name.onChange(client?.companyName);
  };
  const choose = (client: Customer | null) => {
    take(client);
    setOpen(false);
  };
  const search = (next: string) => {
    type(next);
    setActive(0);
    setOpen(true);
    // What is in the field is no longer the name of whom it was chosen for.
    if (chosen) take(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive(open && found.length > 0 ? (active + step + found.length) % found.length : 0);
      setOpen(true);
    } else if (event.key === "Enter") {
      // Never the whole form: this is only its first field.
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
            value={chosen?.companyName ?? text}
            onChange={(event) => search(event.target.value)}
            onFocus={(event) => event.target.select()}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setOpen(false);
              field.onBlur();
            }}
            className={clsx(chosen && "font-medium")}
          />
        )}
      </Field>
      {open && <CustomerOptions id={listId} clients={clients} active={active} chosen={chosen} onChoose={choose} />}
    </div>
  );
}

const DEBOUNCE_MS = 200;

/** A text as it is typed, and the same once typing has paused: what is asked of the server. */
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

/**
 * Escape closes what is open inside a dialog, and the dialog stays. Radix listens on the document while the key is still on its
 * way down, so only the window hears it earlier.
 */
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
