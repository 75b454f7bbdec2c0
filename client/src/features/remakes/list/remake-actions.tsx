import { Trash2 } from "lucide-react";
import { Button } from "#client/components/ui/control/button.tsx";
import { DropdownMenu } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { calls } from "#client/lib/calls.ts";
import { can, useUser } from "#client/lib/session.ts";
import { remakeNumber } from "#shared/domain/references.ts";

type RemakeActionsProps = { id: number; onView: () => void; onDelete: () => void };

export function RemakeActions({ id, onView, onDelete }: RemakeActionsProps) {
  const user = useUser();
  return (
    <>
      <Button size="sm" aria-label={`View Details of ${remakeNumber(id)}`} onClick={onView}>
        View Details
      </Button>
      {can(user, calls.remakes.delete) && (
        <DropdownMenu
          label={`More actions for ${remakeNumber(id)}`}
          items={[{ label: "Delete", icon: <Trash2 />, danger: true, onSelect: onDelete }]}
        />
      )}
    </>
  );
}
