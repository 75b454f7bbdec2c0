import { useLocation } from "wouter";
import { Button } from "#client/components/ui/control/button.tsx";
import { useCall } from "#client/lib/api.ts";
import { useNewSession, useUser } from "#client/lib/session.ts";
import { canDelete, canViewAs, type UserRow } from "./user.ts";

type UserActionsProps = { row: UserRow; onDelete: () => void };

export function UserActions({ row, onDelete }: UserActionsProps) {
  const reader = useUser();
  const [, navigate] = useLocation();
  const newSession = useNewSession();
  const viewAs = useCall("users", "impersonate", {
    failure: "Failed to impersonate user",
    onSuccess: ({ user }) => {
      newSession(user);
      navigate("/");
    },
  });
  if (row.id === reader.id) return <span className="px-3 text-muted">You</span>;
  return (
    <>
      {canViewAs(reader, row) && (
        <Button
          size="sm"
          aria-label={`View As ${row.contactName}, ${row.companyName}`}
          pending={viewAs.isPending}
          onClick={() => viewAs.mutate({ params: { id: row.id } })}
        >
          View As
        </Button>
      )}
      {canDelete(reader, row) && (
        <Button
          size="sm"
          variant="ghost"
          className="text-danger!"
          aria-label={`Delete ${row.contactName}, ${row.companyName}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      )}
    </>
  );
}
