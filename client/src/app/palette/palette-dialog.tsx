import { useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { useLocation } from "wouter";
import { CLOSE_MATCHES } from "#client/components/loading/states.tsx";
import { fieldClass } from "#client/components/ui/control/input.tsx";
import { Dialog } from "#client/components/ui/overlay/dialog.tsx";
import { calls, searching } from "#client/lib/api.ts";
import { findScannedCode, passScan } from "#client/lib/scans.ts";
import { can, type User, useUser } from "#client/lib/session.ts";
import { findTypedPath } from "#shared/contract/parts/papers.ts";
import { MarkShippedDialog } from "./mark-shipped-dialog.tsx";
import { listOpenedLast } from "./opened-last.ts";
import { type Entry, filterEntries, groupResults, listActions, listScreens, readCommand, SHIP } from "./palette-entries.ts";

/**
 * Searches records, screens and actions by the typed words. The arrow keys choose an entry, and
 * Enter opens it.
 */
export default function PaletteDialog({ early, onClose }: { early: RefObject<string>; onClose: () => void }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState(() => early.current);
  const [chosen, setChosen] = useState<string | null>(null);
  /**
   * The words for which Enter was pressed before the results loaded. Their first result then opens
   * at once.
   */
  const [awaited, setAwaited] = useState<string | null>(null);
  /**
   * After "Mark as shipped" is chosen, the palette lists orders alone; then the state holds the
   * chosen order's id.
   */
  const [shipping, setShipping] = useState<number | "choose" | null>(null);
  const id = useId();
  const client = useQueryClient();
  const { words, kind } = readCommand(typed);
  const { found, isClose, isSearching, hasFailed } = useThings(words);

  const groups = (
    shipping === "choose"
      ? groupResults(found).filter(({ label }) => label === "Orders")
      : [
          ...(typed ? screens(user, typed) : [{ label: "Opened last", entries: listOpenedLast(client, user.id) }]),
          { label: "Actions", entries: filterEntries(listActions(user), typed) },
          ...(typed ? [] : screens(user, typed)),
          ...groupResults(found, kind),
        ]
  ).filter(({ entries }) => entries.length > 0);
  const firstThings = groupResults(found, kind).find(({ entries }) => entries.length > 0);
  const all = groups.flatMap(({ entries }) => entries);
  const index = Math.max(
    0,
    all.findIndex(({ key }) => key === chosen),
  );
  const optionId = (entry: Entry | undefined) => entry && `${id}-${entry.key}`;

  const type = (text: string) => {
    setTyped(text);
    setChosen(null);
    setAwaited(null);
  };
  const go = (entry: Entry) => {
    if (shipping === "choose") return setShipping(Number(entry.key.split("-")[1]));
    if (entry.key === SHIP) {
      type("");
      return setShipping("choose");
    }
    onClose();
    if (entry.path !== undefined) navigate(entry.path);
  };
  const first = all[0];
  useEffect(() => {
    if (awaited === null || isSearching) return;
    setAwaited(null);
    if (first) go(first);
  });
  /**
   * Closes the palette and opens or marks the scanned shutter, as without the palette (rule W106).
   */
  const takeScan = (): boolean => {
    const code = findScannedCode(typed);
    const path = code && findTypedPath(code);
    if (code === null || !can(user, calls.workshop.pieces)) return false;
    if (passScan(code)) onClose();
    else if (path) {
      onClose();
      navigate(path);
    }
    return true;
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = all[index];
    if (step !== undefined) {
      const next = all[(index + step + all.length) % all.length];
      setChosen(next?.key ?? null);
      document.getElementById(optionId(next) ?? "")?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Escape") {
      // A dialog normally ignores Escape while a field's list is open. The palette's list is always
      // open.
      onClose();
    } else if (event.key !== "Enter") return;
    else if (takeScan()) event.stopPropagation();
    else if (entry) go(entry);
    else if (isSearching) setAwaited(typed);
    event.preventDefault();
  };

  if (typeof shipping === "number") return <MarkShippedDialog id={shipping} onClose={onClose} />;
  const counted = isClose ? CLOSE_MATCHES : `${all.length} found`;
  const status = all.length > 0 ? counted : describeNoResults({ typed, isSearching, hasFailed, isChoosing: shipping === "choose" });
  return (
    <Dialog open onCloseRequest={onClose} title={shipping === "choose" ? "Mark as shipped" : "Find"} size="md" focus="typing">
      <div className="relative mx-page mb-2">
        <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label={shipping === "choose" ? "Which order was shipped?" : "Find a record, a screen or an action"}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={optionId(all[index])}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={shipping === "choose" ? "Order number, job or PO number" : "Number, job, PO, postcode or screen"}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
          className={clsx(fieldClass, "pl-9")}
        />
      </div>
      {/* The list's height does not depend on the number of entries, so that the field does not
          move while a person types. */}
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-4 md:basis-100">
        <p role="status" className={all.length > 0 ? "sr-only" : "px-3 text-muted"}>
          {status}
        </p>
        <div id={`${id}-list`} role="listbox" aria-label="Found">
          {groups.map(({ label, entries }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox may have groups, and no fieldsets
            <div key={label} role="group" aria-labelledby={`${id}-${label}`}>
              {isClose && label === firstThings?.label && (
                <p aria-hidden className="px-3 pt-3 text-muted">
                  {CLOSE_MATCHES}
                </p>
              )}
              <p id={`${id}-${label}`} className="px-3 pt-3 pb-1 text-xs font-medium text-muted">
                {label}
              </p>
              {entries.map((entry) => (
                <button
                  type="button"
                  tabIndex={-1}
                  key={entry.key}
                  id={optionId(entry)}
                  role="option"
                  aria-selected={entry === all[index]}
                  onPointerMove={() => setChosen(entry.key)}
                  onClick={() => go(entry)}
                  className={clsx(
                    "flex min-h-control w-full flex-col justify-center rounded px-3 py-1.5 text-left wrap-anywhere",
                    entry === all[index] && "bg-accent-soft",
                  )}
                >
                  <span className="font-medium">{entry.title}</span>
                  {entry.subtitle && <span className="text-muted">{entry.subtitle}</span>}
                </button>
              ))}
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

/**
 * The palette lists screens before actions once a person types: "orders" should find the screen
 * before "Late orders".
 */
const screens = (user: User, typed: string) => [{ label: "Screens", entries: filterEntries(listScreens(user), typed) }];

const LEAST = 2;
const DEBOUNCE_MS = 150;

/**
 * The records that the server finds. Only the reply to the current words counts, because the words
 * are part of the query's key.
 */
function useThings(words: string) {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const enough = words.length >= LEAST;
  const current = settled === words;
  // Other people change the data meanwhile, so a cached reply is fetched again.
  const things = useQuery({ ...searching("search", "find", { query: { q: settled } }), enabled: enough && current, gcTime: 0 });
  const results = enough && current ? things.data : undefined;
  return {
    found: results?.data,
    isClose: results?.isClose === true,
    isSearching: enough && (!current || things.isFetching),
    hasFailed: enough && current && things.isError,
  };
}

type Nothing = { typed: string; isSearching: boolean; hasFailed: boolean; isChoosing: boolean };

function describeNoResults({ typed, isSearching, hasFailed, isChoosing }: Nothing): string {
  if (isSearching) return "Searching…";
  if (hasFailed) return "The search failed. Check your connection, then type again.";
  if (isChoosing && typed.trim().length < LEAST) return "Type the order's number, job or PO number.";
  return `Nothing found for “${typed}”`;
}
