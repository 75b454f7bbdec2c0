import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { fieldClass } from "#client/components/ui/control/field-class.ts";
import { Popover } from "#client/components/ui/overlay/popover.tsx";
import { PersonChoices } from "./person-choices.tsx";

type PersonFilterProps = { actorId: number | null; email: string | null; onChange: (actorId: number | null) => void };

/** Whose doings: there may be more people than a select can hold, so they are looked for by name. */
export function PersonFilter({ actorId, email, onChange }: PersonFilterProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const shown = actorId === null ? "Everybody" : (email ?? `Person ${actorId}`);
  return (
    <div className="flex w-64 min-w-0 flex-col gap-1 max-sm:w-full">
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
            <span id={id} className="truncate" title={shown}>
              {shown}
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
