import type { ReactNode } from "react";
import { QueryView, type QueryViewProps } from "#client/components/loading/query-view.tsx";
import { FactsSkeleton } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter, type DialogProps } from "#client/components/ui/overlay/dialog.tsx";

type DetailsDialogProps<Data> = Pick<DialogProps, "title" | "number" | "aside" | "onCloseRequest"> &
  Pick<QueryViewProps<Data>, "query" | "failure" | "children"> & {
    /** About how many facts there will be. */
    facts: number;
    /** Buttons and links in the footer. */
    actions: ReactNode;
    /** Dialogs that its actions open. */
    over?: ReactNode;
  };

/** Everything about one thing, with its actions below. Mount it to open it. */
export function DetailsDialog<Data>({ query, failure, children, facts, actions, over, ...dialog }: DetailsDialogProps<Data>) {
  return (
    <Dialog {...dialog} open size="lg">
      <DialogBody>
        <QueryView query={query} failure={failure} skeleton={<FactsSkeleton facts={facts} />}>
          {children}
        </QueryView>
      </DialogBody>
      <DialogFooter>{actions}</DialogFooter>
      {over}
    </Dialog>
  );
}

/** A part of the details with its own title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-3 text-base font-semibold">{title}</h3>
      {children}
    </section>
  );
}
