import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { toast } from "#client/components/ui/overlay/toast-store.ts";
import { type CallName, callOf, type Input } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { saveCsv } from "#client/lib/save-csv.ts";
import { can, useUser } from "#client/lib/session.ts";
import type { Feature } from "#shared/contract/index.ts";

type ExportButtonProps<F extends Feature, N extends CallName<F>> = {
  feature: F;
  name: N;
  /** What the list on the screen is narrowed to: the file has the same rows. */
  query?: Input<F, N>["query"];
};

/**
 * Saves the whole list that is shown, for a spreadsheet. A person who may not have the list sees no button (rule D6).
 */
export function ExportButton<F extends Feature, N extends CallName<F>>({ feature, name, query }: ExportButtonProps<F, N>) {
  const user = useUser();
  const [pending, setPending] = useState(false);
  const list = callOf(feature, name);
  if (!can(user, list)) return null;

  const save = async () => {
    setPending(true);
    try {
      await saveCsv(list, query);
    } catch (error) {
      toast({ title: "Error", description: failureSentence(error, "Failed to export the list"), variant: "destructive" });
    } finally {
      setPending(false);
    }
  };
  return (
    // On a phone, where few want a spreadsheet, the sign alone: it leaves the line to the title and what the screen is
    // for.
    <Button
      icon={<Download />}
      title="Export"
      pending={pending}
      onClick={() => void save()}
      className="max-sm:w-control max-sm:px-0! max-sm:[&>span]:gap-0 max-sm:[&_[aria-hidden]]:mx-0"
    >
      <span className="max-sm:sr-only">Export</span>
    </Button>
  );
}
