import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useCombobox } from "downshift";
import { useEffect, useRef, useState } from "react";
import { type Control, useController } from "react-hook-form";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Input } from "#client/components/ui/control/input.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import type { QuoteValues } from "../form/quote-values.ts";

type Customer = Pick<Reply<"clients", "list">[number], "id" | "companyName">;

type CustomerFieldProps = {
  control: Control<QuoteValues>;
  /** Left empty, the quote is the super admin's own (rule Q1). */
  mayKeep: boolean;
};

const { InputBlur, InputChange, InputClick, InputKeyDownEscape } = useCombobox.stateChangeTypes;

/** The approved customer for whom staff make a quote, found by name. */
export function CustomerField({ control, mayKeep }: CustomerFieldProps) {
  const { field, fieldState } = useController({ control, name: "userId" });
  const name = useController({ control, name: "customerName" }).field;
  const { settled, settle } = useSettled();
  const [open, setOpen] = useState(false);
  const clients = useQuery({
    ...query("clients", "list", { query: { search: settled, approvalStatus: "approved", limit: "20" } }),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  useLoadFailure(clients, "Failed to load the customers");
  const found = clients.data ?? [];

  const box = useCombobox<Customer>({
    items: found,
    itemToString: (customer) => customer?.companyName ?? "",
    itemToKey: (customer) => customer?.id,
    isOpen: open,
    defaultHighlightedIndex: 0,
    initialSelectedItem: field.value === null ? null : { id: field.value, companyName: name.value ?? "" },
    stateReducer: ({ inputValue, selectedItem }, { type, changes }) => {
      // By default leaving the field takes the active customer, and a second Escape clears the field.
      if (type === InputBlur || type === InputKeyDownEscape) return { ...changes, inputValue, selectedItem };
      if (type === InputClick) return { ...changes, isOpen: true };
      // Other words are not the chosen customer's name.
      if (type === InputChange) return { ...changes, selectedItem: null };
      return changes;
    },
    onIsOpenChange: ({ isOpen }) => setOpen(isOpen),
    onInputValueChange: ({ type, inputValue }) => type === InputChange && settle(inputValue),
    onSelectedItemChange: ({ selectedItem }) => {
      field.onChange(selectedItem?.id ?? null);
      name.onChange(selectedItem?.companyName);
    },
  });

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
            {...box.getInputProps({
              ...wiring,
              "aria-labelledby": undefined,
              ref: field.ref,
              onBlur: field.onBlur,
              onFocus: (event) => event.target.select(),
              // Enter never sends the whole form: this is only its first field.
              onKeyDown: (event) => event.key === "Enter" && event.preventDefault(),
            })}
            className={clsx(box.selectedItem && "font-medium")}
          />
        )}
      </Field>
      <div hidden={!open} className="absolute inset-x-(--page) top-full z-popover -mt-9 overflow-hidden rounded bg-surface shadow-overlay">
        <div {...box.getMenuProps({ "aria-label": "Customers" })} className="max-h-72 overflow-y-auto p-1">
          {open &&
            found.map((client, index) => (
              <div
                key={client.id}
                {...box.getItemProps({ item: client, index, "aria-selected": client.id === box.selectedItem?.id })}
                className={clsx("min-h-control cursor-pointer rounded-sm px-3 py-1.5", index === box.highlightedIndex && "bg-raised")}
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
          {clients.isError && "Failed to load the customers. Type again to retry."}
          {!clients.isError && clients.data?.length === 0 && "No approved customer has that name."}
        </p>
      </div>
    </div>
  );
}

const DEBOUNCE_MS = 200;

/** What was typed, once typing has paused. */
function useSettled() {
  const [settled, setSettled] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const settle = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSettled(text.trim()), DEBOUNCE_MS);
  };
  return { settled, settle };
}
