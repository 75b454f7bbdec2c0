import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check, ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { SearchField } from "#client/components/page/filters.tsx";
import { fieldClass } from "#client/components/ui/control/input.tsx";
import { FactsSkeleton } from "#client/components/ui/display/waiting.tsx";
import { Popover } from "#client/components/ui/overlay/popover.tsx";
import { query } from "#client/lib/api.ts";
import { PEOPLE_SEARCH } from "#client/lib/search-hints.ts";
import { ROLE_LABEL } from "#shared/domain/roles.ts";

type PersonFilterProps = {
  actorId: number | null;
  /** The chosen person's name, once it has loaded. */
  personName: string | null;
  onChange: (actorId: number | null) => void;
};

/** Filters by person. The field is a search, because a select would have too many people. */
export function PersonFilter({ actorId, personName, onChange }: PersonFilterProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const label = actorId === null ? "Everybody" : (personName ?? `Person ${actorId}`);
  return (
    <div className="flex w-64 min-w-0 md:max-lg:w-44 flex-col gap-1 max-sm:flex-[1_1_9rem]">
      <span id={`${id}-label`} className="text-sm font-medium">
        Person
      </span>
      <Popover
        label="Choose a person"
        align="start"
        open={open}
        onOpenChange={setOpen}
        className="w-80! p-2!"
        trigger={
          <button
            type="button"
            aria-labelledby={`${id}-label ${id}`}
            className={clsx(fieldClass, "flex items-center justify-between gap-2 text-left")}
          >
            <span id={id} className="truncate" title={label}>
              {label}
            </span>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        }
      >
        <PersonChoices
          actorId={actorId}
          onChoose={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Popover>
    </div>
  );
}

type PersonChoicesProps = { actorId: number | null; onChoose: (actorId: number | null) => void };

function PersonChoices({ actorId, onChoose }: PersonChoicesProps) {
  const [search, setSearch] = useState("");
  const people = useQuery({
    ...query("users", "list", { query: { search, limit: "20" } }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-2">
      <SearchField
        label="Search people"
        placeholder="Company, contact or email"
        finds={PEOPLE_SEARCH}
        value={search}
        onChange={setSearch}
        className="w-full"
      />
      <QueryView
        query={people}
        failure="Failed to fetch users"
        skeleton={<FactsSkeleton facts={4} />}
        empty={<p className="px-3 py-4 text-center text-muted">No people match “{search}”.</p>}
      >
        {(rows) => (
          <ul>
            {search === "" && (
              <Choice chosen={actorId === null} onChoose={() => onChoose(null)}>
                Everybody
              </Choice>
            )}
            {rows.map(({ id, contactName, companyName, email, role }) => (
              <Choice key={id} chosen={id === actorId} onChoose={() => onChoose(id)} note={`${email}, ${ROLE_LABEL[role]}`}>
                {contactName}, {companyName}
              </Choice>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  );
}

type ChoiceProps = { chosen: boolean; onChoose: () => void; note?: string; children: ReactNode };

function Choice({ chosen, onChoose, note, children }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        className="flex min-h-control w-full items-center gap-2 rounded-sm px-3 py-1.5 text-left -outline-offset-2 hover:bg-raised"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate">{children}</span>
          {note && (
            <span className="block truncate text-xs text-muted" title={note}>
              {note}
            </span>
          )}
        </span>
        {chosen && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
      </button>
    </li>
  );
}
