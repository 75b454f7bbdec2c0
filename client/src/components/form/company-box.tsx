import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useCombobox } from "downshift";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { Input } from "#client/components/ui/control/input.tsx";
import { query, type Reply } from "#client/lib/api.ts";

export type Company = Pick<Reply<"clients", "list">[number], "id" | "companyName">;

type CompanyBoxProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  company: Company | null;
  onChoose: (company: Company | null) => void;
  /** The classes that position the list below the field. */
  listClass: string;
  /** Suspended customers are listed too, because they may still owe money. */
  suspendedToo?: boolean;
};

const { InputBlur, InputChange, InputClick, InputKeyDownEscape } = useCombobox.stateChangeTypes;

/**
 * Selects a customer by a part of its name. Text that differs from the selected customer's name
 * clears the selection.
 */
export function CompanyBox({ company, onChoose, listClass, suspendedToo = false, className, ...wiring }: CompanyBoxProps) {
  const { settled, settle, isTyping } = useSettled();
  const [open, setOpen] = useState(false);
  const clients = useQuery({
    ...query("clients", "list", { query: { search: settled, ...(!suspendedToo && { approvalStatus: "approved" as const }), limit: "20" } }),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  useLoadFailure(clients, "Failed to load the customers");
  const matches = clients.data ?? [];
  // The list may still show the results of the previous text. Enter then selects nobody.
  const isStale = isTyping || clients.isPlaceholderData;

  const box = useCombobox<Company>({
    items: matches,
    itemToString: (one) => one?.companyName ?? "",
    itemToKey: (one) => one?.id,
    isOpen: open,
    defaultHighlightedIndex: 0,
    initialSelectedItem: company,
    stateReducer: ({ inputValue, selectedItem }, { type, changes }) => {
      // By default, downshift selects the active customer on blur, and a second Escape clears the
      // field.
      if (type === InputBlur || type === InputKeyDownEscape) return { ...changes, inputValue, selectedItem };
      if (type === InputClick) return { ...changes, isOpen: true };
      // The changed text no longer names the selected customer.
      if (type === InputChange) return { ...changes, selectedItem: null };
      return changes;
    },
    onIsOpenChange: ({ isOpen }) => setOpen(isOpen),
    onInputValueChange: ({ type, inputValue }) => type === InputChange && settle(inputValue),
    onSelectedItemChange: ({ selectedItem }) => onChoose(selectedItem ?? null),
  });

  return (
    <>
      <Input
        {...box.getInputProps({
          ...wiring,
          onFocus: (event) => event.target.select(),
          onKeyDown: (event) => {
            if (event.key !== "Enter") return;
            // Enter must not submit the form, because this is only one of its fields.
            event.preventDefault();
            if (isStale) Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
          },
        })}
        className={clsx(className, box.selectedItem && "font-medium")}
      />
      <div hidden={!open} className={clsx("absolute top-full z-popover overflow-hidden rounded bg-surface shadow-overlay", listClass)}>
        <div
          {...box.getMenuProps({ "aria-label": "Customers" })}
          aria-busy={isStale}
          className="max-h-72 overflow-y-auto p-1 aria-busy:opacity-60"
        >
          {open &&
            matches.map((client, index) => (
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
          {!clients.isError && clients.data?.length === 0 && `No ${suspendedToo ? "" : "approved "}customer has that name.`}
        </p>
      </div>
    </>
  );
}

const DEBOUNCE_MS = 200;

/** Returns the text once typing has paused, and whether typing still goes on. */
function useSettled() {
  const [settled, setSettled] = useState("");
  const [isTyping, setIsTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const settle = (text: string) => {
    clearTimeout(timer.current);
    setIsTyping(true);
    timer.current = setTimeout(() => {
      setSettled(text.trim());
      setIsTyping(false);
    }, DEBOUNCE_MS);
  };
  return { settled, settle, isTyping };
}
