import { useQuery } from "@tanstack/react-query";
import { DateText } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { CopyButton } from "#client/components/page/copy-button.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { FormSkeleton } from "#client/components/ui/display/waiting.tsx";
import { query, useCall } from "#client/lib/api.ts";

/** The address of a person's own calendar, displayed once (rule A34). */
export function CalendarPanel() {
  const calendar = useQuery(query("calendar", "read", {}));
  const create = useCall("calendar", "create", { failure: "Failed to make the address" });
  const remove = useCall("calendar", "delete", { success: "The calendar address is revoked", failure: "Failed to revoke the address" });
  return (
    <Panel title="Calendar" description="Due days of your orders in your own calendar program. Whoever knows the address can read them.">
      <QueryView query={calendar} failure="Failed to load your calendar" skeleton={<FormSkeleton fields={1} />}>
        {({ createdAt }) => (
          <div className="flex flex-col gap-4">
            {createdAt !== null &&
              (create.data ? (
                <div className="flex flex-col gap-3">
                  <p>Add this address to your calendar program now. It is not displayed again.</p>
                  <code className="rounded-md border bg-canvas p-3 text-sm break-all select-all">{create.data.url}</code>
                </div>
              ) : (
                <p>
                  A program reads your calendar by an address of <DateText value={createdAt} />.
                </p>
              ))}
            <div className="flex flex-wrap gap-2">
              {createdAt !== null && create.data && <CopyButton text={create.data.url} label="Copy the address" />}
              <Button pending={create.isPending} onClick={() => create.mutate({})}>
                {createdAt === null ? "Make an address" : "Replace the address"}
              </Button>
              {createdAt !== null && (
                <Button variant="ghost" pending={remove.isPending} onClick={() => remove.mutate({})}>
                  Revoke
                </Button>
              )}
            </div>
          </div>
        )}
      </QueryView>
    </Panel>
  );
}
