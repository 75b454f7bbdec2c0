import { clsx } from "clsx";
import { FileText, Tag } from "lucide-react";
import { type ButtonVariant, buttonClass } from "#client/components/ui/control/button.tsx";
import { MOST_ORDERS_AT_ONCE, workshopPaperPath } from "#shared/contract/documents.ts";
import type { WorkshopRow } from "./board.ts";

const PAPERS = [
  { name: "labels", label: "Labels", Icon: Tag },
  { name: "jobCards", label: "Job cards", Icon: FileText },
] as const;

type PaperLinksProps = {
  orders: readonly WorkshopRow[];
  /** Whose they are, for screen readers. */
  of?: string;
  /** There are more of these than the ones that are here. */
  open?: boolean;
  variant?: ButtonVariant;
};

/** Opens the labels or job cards of orders as one PDF, in a new tab; of more than can be printed at once those of the first. */
export function PaperLinks({ orders, of: owner, open = false, variant }: PaperLinksProps) {
  const first = orders.slice(0, MOST_ORDERS_AT_ONCE).map(({ id }) => id);
  const which = open || first.length < orders.length ? `, first ${first.length}` : "";
  return PAPERS.map(({ name, label, Icon }) => (
    <a
      key={name}
      href={workshopPaperPath(name, first)}
      target="_blank"
      rel="noopener noreferrer"
      title={label + which}
      // In a group's head on a phone only the icon, to leave room for the group's name.
      className={clsx(buttonClass(variant), owner && "max-sm:w-control max-sm:px-0!")}
    >
      {owner && <Icon aria-hidden className="size-4 shrink-0" />}
      <span className={clsx(owner && "max-sm:sr-only")}>
        {label}
        {which} {owner && <span className="sr-only">of {owner}</span>}
      </span>
    </a>
  ));
}
