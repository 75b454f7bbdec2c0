import { useState } from "react";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { ListedDate, Truncated } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { useReturnToChecklist } from "#client/components/page/checklist.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { DropdownMenu } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { oneOf, useAddress } from "#client/lib/address.ts";
import { type Reply, useCall, usePages } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import type { User } from "#client/lib/session.ts";

const PersonInviteDialog = lazyDialog(() => import("./person-invite-dialog.tsx"), { size: "sm", fields: 4 });

type CompanyPerson = Reply<"company", "people">[number];

/**
 * The people of one's own company, for people who may manage it (rule A16). A supplier's people
 * have no right to order.
 */
export default function PeoplePanel({ user }: { user: User }) {
  const people = usePages("company", "people", {});
  const { address } = useAddress({ invite: oneOf(["new"]) });
  const [inviting, setInviting] = useState<CompanyPerson | "new" | null>(address.invite === "new" ? "new" : null);
  const returnToChecklist = useReturnToChecklist();
  const [removing, setRemoving] = useState<CompanyPerson | null>(null);
  const signOut = useCall("sessions", "endOfColleague", {
    success: "Signed out on every device",
    failure: "Failed to sign the person out",
  });
  const orders = user.role === "customer";
  return (
    <Panel
      title="People"
      description={
        orders ? "All of them see the company's quotes, orders and remakes." : "All of them see the company's orders and remakes."
      }
      flush
      actions={
        <Button variant="primary" onClick={() => setInviting("new")}>
          Invite a person
        </Button>
      }
    >
      <PagedTable
        query={people}
        noun={["person", "people"]}
        failure="Failed to load the people"
        empty={null}
        caption="People"
        frame="flush"
        columns={[PERSON, orders ? RIGHTS : RIGHT_TO_MANAGE, SEEN]}
        rowKey={({ id }) => id}
        actions={(row) => (
          <DropdownMenu
            label={`More actions for ${row.contactName}`}
            items={[
              ...(row.invited ? [{ label: "Send a new link", onSelect: () => setInviting(row) }] : []),
              ...(row.invited || row.id === user.id
                ? []
                : [{ label: "Sign out everywhere", onSelect: () => signOut.mutate({ params: { id: row.id } }) }]),
              { label: row.id === user.id ? "Leave the company" : "Remove", danger: true, onSelect: () => setRemoving(row) },
            ]}
          />
        )}
      />
      {inviting && (
        <PersonInviteDialog
          again={inviting === "new" ? null : inviting}
          orders={orders}
          onClose={() => setInviting(null)}
          onInvited={() => returnToChecklist() || setInviting(null)}
        />
      )}
      {removing && <PersonRemoveDialog person={removing} self={removing.id === user.id} onClose={() => setRemoving(null)} />}
    </Panel>
  );
}

const PERSON: Column<CompanyPerson> = {
  id: "person",
  header: "Person",
  name: true,
  cell: ({ contactName, email }) => (
    <span className="block min-w-0">
      <span title={contactName} className="line-clamp-2">
        {contactName}
      </span>
      <Truncated text={email} className="text-xs text-muted" />
    </span>
  ),
};

const rightsColumn = (orders: boolean): Column<CompanyPerson> => ({
  id: "rights",
  header: "May",
  place: "line",
  cell: (person) => (
    <span>
      <span className="mr-3 hidden align-middle">May</span>
      {orders && <RightSwitch person={person} right="mayOrder" word="order" />}
      <RightSwitch person={person} right="mayManage" word="manage" />
    </span>
  ),
});
const [RIGHTS, RIGHT_TO_MANAGE] = [rightsColumn(true), rightsColumn(false)];

const SEEN: Column<CompanyPerson> = {
  id: "seen",
  header: "Last seen",
  place: "head",
  cell: ({ lastSeenAt, invited }) =>
    invited ? (
      <StatusBadge word="Invited" tone="warning" />
    ) : (
      <>
        {lastSeenAt && <span className="hidden text-muted stacked:inline">Last seen </span>}
        <ListedDate value={lastSeenAt} missing="Not seen yet" />
      </>
    ),
};

type RightSwitchProps = { person: CompanyPerson; right: "mayOrder" | "mayManage"; word: string };

/**
 * Saves a right on each press. The server refuses to remove the last person's right to manage, and
 * gives the reason.
 */
function RightSwitch({ person, right, word }: RightSwitchProps) {
  const change = useCall("company", "changePerson", { failure: "Failed to change the right" });
  // The checkbox displays the press at once: the call's pending state arrives a render later, and
  // the box would flicker back.
  const [pressed, setPressed] = useState<boolean | null>(null);
  const press = (may: boolean) => {
    setPressed(may);
    change.mutate({ params: { id: person.id }, body: { [right]: may } }, { onSettled: () => setPressed(null) });
  };
  return (
    <label className="mr-4 inline-flex min-h-8 items-center align-middle gap-2 pointer-coarse:min-h-control">
      <input
        type="checkbox"
        className="size-4 rounded-sm accent-accent pointer-coarse:size-5"
        aria-label={`${person.contactName} may ${word}`}
        checked={pressed ?? person[right]}
        aria-busy={change.isPending || undefined}
        onChange={({ target }) => pressed === null && press(target.checked)}
      />
      {word}
    </label>
  );
}

const FAILED = "Failed to remove the person";

function PersonRemoveDialog({ person, self, onClose }: { person: CompanyPerson; self: boolean; onClose: () => void }) {
  const remove = useCall("company", "removePerson", { success: "Person removed", failure: FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={self ? "Leave the company?" : `Remove ${person.contactName}?`}
      confirmLabel={self ? "Leave" : "Remove"}
      danger
      onConfirm={() => remove.mutate({ params: { id: person.id } })}
      pending={remove.isPending}
      error={remove.isError ? failureSentence(remove.error, FAILED) : null}
    >
      {person.invited ? (
        <p>The link that was emailed to {person.email} will stop working.</p>
      ) : (
        <p>
          {self ? "You are" : `${person.email} is`} signed out at once and cannot log in again. Quotes, orders and remakes stay the
          company's.
        </p>
      )}
    </ConfirmDialog>
  );
}
