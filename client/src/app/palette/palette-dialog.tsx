import { clsx } from "clsx";
import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useLocation } from "wouter";
import { Dialog } from "#client/components/ui/overlay/dialog.tsx";
import { useUser } from "#client/lib/session.ts";
import { actionsOf, type Entry, matching, screensOf } from "./palette-entries.ts";

/** Finds screens and things to do by what is typed. The arrow keys choose, Enter goes there. */
export default function PaletteDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const id = useId();

  const groups = [
    { label: "Actions", entries: matching(actionsOf(user), typed) },
    { label: "Screens", entries: matching(screensOf(user), typed) },
  ].filter(({ entries }) => entries.length > 0);
  const all = groups.flatMap(({ entries }) => entries);
  const at = Math.max(
    0,
    all.findIndex(({ key }) => key === chosen),
  );
  const optionId = (entry: Entry | undefined) => entry && `${id}-${entry.key}`;

  const go = (entry: Entry | undefined) => {
    if (entry?.path === undefined) return;
    onClose();
    navigate(entry.path);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const next = all[(at + step + all.length) % all.length];
      setChosen(next?.key ?? null);
      document.getElementById(optionId(next) ?? "")?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") go(all[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onCloseRequest={onClose} title="Find" size="md" focus="field">
      <div className="relative mx-page mb-2">
        <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Find a screen or something to do"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={optionId(all[at])}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Type a screen or an action"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(null);
          }}
          onKeyDown={press}
          className="field-box rounded border border-border-strong bg-surface pl-9 text-base"
        />
      </div>
      <p role="status" className={all.length > 0 ? "sr-only" : "px-page pb-6 text-muted"}>
        {all.length > 0 ? `${all.length} found` : `Nothing found for “${typed}”`}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label="Found" className="min-h-0 flex-1 overflow-y-auto px-3 pb-4 md:max-h-100">
        {groups.map(({ label, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox may have groups, and no fieldsets
          <div key={label} role="group" aria-labelledby={`${id}-${label}`}>
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
                aria-selected={entry === all[at]}
                onPointerMove={() => setChosen(entry.key)}
                onClick={() => go(entry)}
                className={clsx(
                  "flex min-h-control w-full items-center gap-3 rounded px-3 text-left",
                  entry === all[at] && "bg-accent-soft",
                )}
              >
                <span className="shrink-0 font-medium">{entry.title}</span>
                {entry.subtitle && <span className="min-w-0 truncate text-muted">{entry.subtitle}</span>}
              </button>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
