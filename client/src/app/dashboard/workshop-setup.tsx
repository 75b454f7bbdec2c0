import { useQuery } from "@tanstack/react-query";
import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { SETUP_PLACE } from "#client/components/page/checklist.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { query } from "#client/lib/api.ts";
import { useUndoOffer } from "#client/lib/undo.ts";

const SetupChecklist = lazyPanel(() => import("#client/features/workshop/setup/setup-checklist.tsx"), <TableSkeleton />);

/**
 * The checklist of a new workshop on its first screen (rule W108). Its file loads only while a step
 * is left, or can be undone.
 */
export function WorkshopSetup() {
  const { data: setup } = useQuery(query("workshop", "setup", {}));
  const offer = useUndoOffer(SETUP_PLACE);
  return (offer || (setup && !setup.complete)) && <SetupChecklist from="start" />;
}
