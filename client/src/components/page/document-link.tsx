import { clsx } from "clsx";
import { FileText } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { buttonClass } from "#client/components/ui/control/button.tsx";
import type { MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { announceNoNetwork, useIsAway } from "#client/lib/network.ts";
import { type User, useUser } from "#client/lib/session.ts";
import {
  type DocumentName,
  documentPath,
  documents,
  mayOpenDocument,
  panelLabelsPath,
  workshopPaperPath,
  workshopPapers,
} from "#shared/contract/parts/papers.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { createMaking, describeMaking, type Making, openDocument, openPaper } from "./document-tab.ts";

type FileLinkProps = { path: string; className: string; title?: string; children: ReactNode };

/** A link to a file of the server. Without a network a press says that it needs one. */
function useFileLink({ path, className, title, children }: FileLinkProps, onClick?: (event: MouseEvent) => void) {
  const isAway = useIsAway();
  const refuse = (event: MouseEvent) => {
    event.preventDefault();
    announceNoNetwork();
  };
  return {
    href: path,
    title,
    children,
    "aria-disabled": isAway || undefined,
    className: clsx(className, isAway && "opacity-50"),
    onClick: isAway ? refuse : onClick,
  };
}

/** Links to a file that the browser saves. */
export const FileLink = (props: FileLinkProps) => <a {...useFileLink(props)} download />;

type NetworkNoteProps = { children: string; className?: string };

/** States once, for a group of disabled actions, that they need the network. */
export function NetworkNote({ children, className }: NetworkNoteProps) {
  return useIsAway() ? <p className={clsx("text-sm text-muted print:hidden", className)}>{children}</p> : null;
}

type PaperLinkProps = FileLinkProps & { making: Making };

/**
 * Links to a PDF in a new tab. While a slow PDF is made, the tab displays a message (rule D13). The
 * browser handles presses with a modifier key or the middle button.
 */
export function PaperLink({ making, ...props }: PaperLinkProps) {
  const press = (event: MouseEvent) => {
    if (describeMaking(making) === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openPaper(props.path, making);
  };
  return <a {...useFileLink(props, press)} target="_blank" rel="noopener noreferrer" />;
}

type DocumentLinkProps = {
  name: DocumentName;
  id: number;
  /** The number of windows, which decides whether the tab displays a message. */
  windows: number;
};

/** Opens a PDF in a new tab. A person without permission sees no link. */
export function DocumentLink({ name, id, windows }: DocumentLinkProps) {
  const user = useUser();
  if (!mayOpenDocument(user.role, name)) return null;
  return (
    <PaperLink path={documentPath(name, id)} making={createMaking(name, id, windows)} className={buttonClass()}>
      <span aria-hidden className="-ml-1 inline-flex shrink-0 [&>svg]:size-4">
        <FileText />
      </span>
      {documents[name].label}
    </PaperLink>
  );
}

/** The menu item that opens the document, or an empty list for a person without permission. */
export const documentMenuItems = (user: Pick<User, "role">, name: DocumentName, id: number, windows: number): MenuItem[] =>
  mayOpenDocument(user.role, name)
    ? [{ label: documents[name].label, needsNetwork: true, onSelect: () => openDocument(name, id, windows) }]
    : [];

interface LabelledOrder {
  readonly id: number;
  readonly shutters: number;
}

/** The menu items of an order's labels, one a shutter and one a panel (rule M41). */
export function labelMenuItems(user: Pick<User, "role">, { id, shutters }: LabelledOrder): MenuItem[] {
  const { roles, label } = workshopPapers.labels;
  if (!(roles as readonly string[]).includes(user.role)) return [];
  const making = (what: string): Making => ({ paper: "labels", what: `${what} of ${orderNumber(id)}`, windows: shutters });
  return [
    { label, needsNetwork: true, onSelect: () => openPaper(workshopPaperPath("labels", [id]), making("the labels")) },
    { label: "Panel labels (PDF)", needsNetwork: true, onSelect: () => openPaper(panelLabelsPath([id]), making("the panel labels")) },
  ];
}
