import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { RadioGroup } from "#client/components/ui/control/choices.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";

type Requirement = Reply<"security", "read">["requireSecondFactor"];
const PEOPLE: readonly { readonly value: Requirement; readonly label: string; readonly hint: string }[] = [
  { value: "nobody", label: "Nobody", hint: "Each person decides." },
  { value: "staff", label: "Staff and workshops", hint: "The office, suppliers and super admins; customers decide themselves." },
  { value: "everyone", label: "Everyone", hint: "Customers too." },
];
const FAILED = "Failed to save who needs a second factor";

/** The people who need a second factor, for the super admin (rule A41). */
export function RequiredFactorPanel() {
  const settings = useQuery(query("security", "read", {}));
  return (
    <Panel title="Who needs a second factor" description="People without one can only add it, from their next click on.">
      <QueryView query={settings} failure="Failed to load who needs a second factor" skeleton={<TableSkeleton rows={3} columns={1} />}>
        {({ requireSecondFactor }) => <Choice key={requireSecondFactor} present={requireSecondFactor} />}
      </QueryView>
    </Panel>
  );
}

function Choice({ present }: { present: Requirement }) {
  const [chosen, setChosen] = useState(present);
  const [isAsking, setAsking] = useState(false);
  const save = useCall("security", "save", { success: "Saved", failure: FAILED, onSuccess: () => setAsking(false) });
  const submit = () => save.mutate({ body: { requireSecondFactor: chosen } });
  const label = PEOPLE.find(({ value }) => value === chosen)?.label.toLowerCase();
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup label="A second factor is required of" value={chosen} onChange={setChosen} options={PEOPLE} />
      {chosen !== present && (
        <div>
          <Button variant="primary" pending={save.isPending} onClick={() => (chosen === "nobody" ? submit() : setAsking(true))}>
            Save
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={`Require a second factor of ${label}?`}
          confirmLabel="Require it"
          onConfirm={submit}
          pending={save.isPending}
          error={save.isError ? failureSentence(save.error, FAILED) : null}
        >
          <p>People without one, also those who are working at this moment, can do nothing else until they have added one.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
