import { ArrowLeft, Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";

/** The address of each checklist, by the word that its links carry in `from`. */
const CHECKLISTS = { setup: "/workshop", start: "/" } as const;
type Origin = keyof typeof CHECKLISTS;

/** Adds the checklist to the address of a step's place, which then leads back to it. */
export const fromChecklist = (path: string, from: Origin): string => `${path}${path.includes("?") ? "&" : "?"}from=${from}`;

function useOrigin(): string | null {
  const [search] = useSearchParams();
  const from = search.get("from");
  return from === "setup" || from === "start" ? CHECKLISTS[from] : null;
}

/** The place of Undo for a step of a workshop's checklist, which returns there when it is saved. */
export const SETUP_PLACE = "setup";

/** Returns a function that opens the checklist that led here, and true; or false without one. */
export function useReturnToChecklist(): () => boolean {
  const origin = useOrigin();
  const [, navigate] = useLocation();
  return () => {
    if (origin !== null) navigate(origin);
    return origin !== null;
  };
}

/** The way back above the title of a page that a checklist opened. */
export function ChecklistLink() {
  const origin = useOrigin();
  if (origin === null) return null;
  return (
    <Link href={origin} className={`${linkClass} -mb-2 inline-flex min-h-control basis-full items-center gap-2`}>
      <ArrowLeft aria-hidden className="size-4" />
      Your checklist
    </Link>
  );
}

type ChecklistProps = { title: string; description: string; note?: ReactNode; children: ReactNode };

export const Checklist = ({ title, description, note, children }: ChecklistProps) => (
  <Panel title={title} description={description} aria-label={title} className="mb-4 print:hidden" flush>
    {note}
    <ol className="divide-y border-t">{children}</ol>
  </Panel>
);

type ChecklistItemProps = { title: string; done: boolean; says: ReactNode; drawing?: ReactNode; children?: ReactNode };

/** A step: its text, and its actions at the right, below the text on a phone. */
export const ChecklistItem = ({ title, done, says, drawing, children }: ChecklistItemProps) => (
  <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
    <span className="mt-0.5 [&>svg]:size-5">
      {done ? <CircleCheck aria-label="Done" className="text-positive" /> : <Circle aria-label="To do" className="text-muted" />}
    </span>
    <div className="min-w-0 flex-1 basis-64">
      <p className="font-medium">{title}</p>
      <p className="text-sm text-muted">{says}</p>
      {drawing && <div className="mt-3">{drawing}</div>}
    </div>
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-row-reverse max-sm:flex-wrap-reverse max-sm:justify-end max-sm:pl-8 max-sm:empty:hidden">
      {children}
    </div>
  </li>
);
