import { clsx } from "clsx";
import type { ReactNode } from "react";
import { QueryView, type QueryViewProps } from "#client/components/loading/query-view.tsx";
import { FactsSkeleton } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter, type DialogProps } from "#client/components/ui/overlay/dialog.tsx";
import { DropdownMenu, type MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { nameJob } from "#shared/domain/job-name.ts";
import { poNumberInWords } from "#shared/domain/trade/status.ts";
import { Money } from "./values.tsx";

type DetailsDialogProps<Data, Known> = Pick<
  DialogProps,
  "title" | "number" | "description" | "aside" | "size" | "tall" | "onCloseRequest"
> &
  Pick<QueryViewProps<Data, Known>, "query" | "failure" | "children" | "known" | "coming"> & {
    /** The number of grey bars to draw while the details load. */
    facts: number;
    actions: ReactNode;
    /** The dialogs that the actions open. */
    over?: ReactNode;
  };

/**
 * Displays all facts of one thing, with its actions in the footer. It is open while it is mounted.
 */
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

type JobLineProps = { jobName?: string | null; customerName?: string | null; poNumber?: string | null; total: number | undefined };

/**
 * Displays the job name and the total below the number. They stay in view while the details scroll.
 */
export function JobLine({ poNumber, total, ...job }: JobLineProps) {
  const name = nameJob(job);
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <span className="min-w-0 wrap-anywhere max-sm:empty:hidden">
        {name && <span className="font-medium text-text">{name}</span>}
        {name && poNumber && " · "}
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

/**
 * States the status and the next step in one sentence, after the reason for a delay if there is
 * one.
 */
export const WhatNext = ({ late, children }: { late?: string | null; children: ReactNode }) => (
  <p className={clsx("rounded px-3 py-2", late ? "bg-danger-soft" : "bg-info-soft")}>
    {late && <strong className="font-semibold text-danger">{late}. </strong>}
    {children}
  </p>
);

type DetailsActionsProps = {
  /** The menu's accessible name, for example "More actions for Q-12". */
  label: string;
  menu: readonly MenuItem[];
  /** One or two buttons. */
  secondary?: ReactNode;
  primary?: ReactNode;
};

/**
 * The footer of a details dialog: the next action is at the right, rare actions are in the menu.
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

/** @param action a button that changes what the section lists */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-base font-semibold">{title}</h3>
        {/* The button adds no height to the heading, so the list does not move when it loads. */}
        {action && <div className="-my-1">{action}</div>}
      </div>
      {children}
    </section>
  );
}
