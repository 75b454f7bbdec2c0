import { clsx } from "clsx";
import type { ReactNode } from "react";
import { QueryView, type QueryViewProps } from "#client/components/loading/query-view.tsx";
import { FactsSkeleton } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter, type DialogProps } from "#client/components/ui/overlay/dialog.tsx";
import { DropdownMenu, type MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { poNumberInWords } from "#shared/domain/trade/status.ts";
import { Money } from "./values.tsx";

type DetailsDialogProps<Data, Known> = Pick<
  DialogProps,
  "title" | "number" | "description" | "aside" | "size" | "tall" | "onCloseRequest"
> &
  Pick<QueryViewProps<Data, Known>, "query" | "failure" | "children" | "known" | "coming"> & {
    /** About how many facts there will be. */
    facts: number;
    /** Buttons and links in the footer. */
    actions: ReactNode;
    /** Dialogs that its actions open. */
    over?: ReactNode;
  };

/** Everything about one thing, with its actions below. Mount it to open it. */
export function DetailsDialog<Data, Known = Data>(props: DetailsDialogProps<Data, Known>) {
  const { query, failure, children, facts, known, coming, actions, over, ...dialog } = props;
  return (
    <Dialog size="lg" {...dialog} open>
      <DialogBody className="flex flex-col gap-6">
        <QueryView query={query} failure={failure} known={known} coming={coming} skeleton={<FactsSkeleton facts={facts} />}>
          {children}
        </QueryView>
      </DialogBody>
      <DialogFooter>{actions}</DialogFooter>
      {over}
    </Dialog>
  );
}

type JobLineProps = { jobName?: string | null; poNumber?: string | null; total: number | undefined };

/**
 * Under the number, in view while the details scroll: the fitter's own words for the job, and what
 * it costs.
 */
export function JobLine({ jobName, poNumber, total }: JobLineProps) {
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <span className="min-w-0 wrap-anywhere max-sm:empty:hidden">
        {jobName && <span className="font-medium text-text">{jobName}</span>}
        {jobName && poNumber && " · "}
        {poNumber && poNumberInWords(poNumber)}
      </span>
      {total !== undefined && (
        <span className="whitespace-nowrap">
          <span className="text-base text-text">
            <Money amount={total} strong />
          </span>{" "}
          including VAT
        </span>
      )}
    </span>
  );
}

/** Where it stands and what happens next, in a sentence. Before it, what is wrong. */
export const WhatNext = ({ late, children }: { late?: string | null; children: ReactNode }) => (
  <p className={clsx("rounded px-3 py-2", late ? "bg-danger-soft" : "bg-info-soft")}>
    {late && <strong className="font-semibold text-danger">{late}. </strong>}
    {children}
  </p>
);

type DetailsActionsProps = {
  /** What the menu is for: "More actions for Q-12". */
  label: string;
  menu: readonly MenuItem[];
  /** One or two. */
  secondary?: ReactNode;
  /** The one next action. */
  primary?: ReactNode;
};

/**
 * The actions of one thing: what is done next stands at the right, all that is rarer in the menu.
 */
export const DetailsActions = ({ label, menu, secondary, primary }: DetailsActionsProps) => (
  <>
    {menu.length > 0 && (
      <span className="sm:mr-auto">
        <DropdownMenu label={label} items={menu} align="start" />
      </span>
    )}
    {secondary}
    {primary}
  </>
);

/** A part of the details with its own title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-3 text-base font-semibold">{title}</h3>
      {children}
    </section>
  );
}
