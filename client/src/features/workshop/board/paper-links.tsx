import { clsx } from "clsx";
import { FileText, Tag } from "lucide-react";
import { PaperLink } from "#client/components/page/document-link.tsx";
import { type ButtonVariant, buttonClass } from "#client/components/ui/control/button.tsx";
import { MOST_ORDERS_AT_ONCE, workshopPaperPath } from "#shared/contract/parts/papers.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import type { WorkshopRow } from "./board.ts";

const PAPERS = [
  { name: "labels", label: "Labels", Icon: Tag },
  { name: "jobCards", label: "Job cards", Icon: FileText },
] as const;

type PaperLinksProps = {
  orders: readonly WorkshopRow[];
  /** The name of the orders' group, for screen readers. */
  of?: string;
  /** True if more orders exist than have loaded. */
  open?: boolean;
  variant?: ButtonVariant;
};

/**
 * Opens the labels or job cards of orders as one PDF in a new tab. Above the limit the PDF covers
 * the first orders only.
 */
export function PaperLinks({ orders, of: owner, open = false, variant }: PaperLinksProps) {
  const chosen = orders.slice(0, MOST_ORDERS_AT_ONCE);
  const first = chosen.map(({ id }) => id);
  const windows = chosen.reduce((sum, order) => sum + order.windows, 0);
  const orderWords = chosen.length === 1 && chosen[0] ? orderNumber(chosen[0].id) : `${chosen.length} orders`;
  const which = open || first.length < orders.length ? `, first ${first.length}` : "";
  return PAPERS.map(({ name, label, Icon }) => (
    <PaperLink
      key={name}
      path={workshopPaperPath(name, first)}
      making={{ paper: name, what: `the ${label.toLowerCase()} of ${orderWords}`, windows }}
      title={label + which}
      // In a group's head on a phone the button is only an icon, to leave room for the group's
      // name.
      className={clsx(buttonClass(variant), owner && "max-sm:w-control max-sm:px-0!")}
    >
      {owner && <Icon aria-hidden className="size-4 shrink-0" />}
      <span className={clsx(owner && "max-sm:sr-only")}>
        {label}
        {which} {owner && <span className="sr-only">of {owner}</span>}
      </span>
    </PaperLink>
  ));
}
