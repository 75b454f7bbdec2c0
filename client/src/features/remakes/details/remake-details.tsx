import type { ReactNode } from "react";
import { Link } from "wouter";
import { Section } from "#client/components/facts/details-dialog.tsx";
import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { DateText, Size } from "#client/components/facts/values.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Summary } from "#client/components/ui/display/summary.tsx";
import { Skeleton, TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { addMakersOwn, toDrawable } from "#client/components/window/window-drawing.tsx";
import { WindowFacts } from "#client/components/window/window-list.tsx";
import { MarkedWindow } from "#client/components/window/window-thumbnail.tsx";
import type { Reply } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { makers, type Role } from "#shared/domain/roles.ts";
import { FAULT_LABEL, NO_WINDOW_NAMED } from "#shared/domain/trade/remake-faults.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { makeInWords } from "#shared/domain/window/saw/make-in-words.ts";
import { Replacement } from "../replacement.tsx";
import { RemakePhotos } from "./remake-photos.tsx";
import { RemakeReplies, ReplyForm } from "./remake-replies.tsx";

type Remake = Reply<"remakes", "read">;

/** The facts that a list's row already contains. */
export function RemakeFacts({ remake }: { remake: Reply<"remakes", "list">[number] }) {
  const user = useUser();
  const { orderId, fault, windows, replacement, order, reason, createdAt } = remake;
  return (
    <>
      <DefinitionList
        facts={[
          fault && { term: "What is wrong", value: <span className="text-base font-semibold">{FAULT_LABEL[fault]}</span> },
          replacement && { term: "Made again as", value: <Replacement made={replacement} /> },
          {
            term: "Order",
            value: (
              <Link href={`/orders?order=${orderId}`} className={linkClass}>
                {orderNumber(orderId)}
              </Link>
            ),
          },
          { term: "Created", value: <DateText value={createdAt} time /> },
          user.role !== "customer" && { term: "Client", value: `${order.user.companyName}\n${order.user.contactName}` },
          { term: "Reason", value: <span className="block max-w-prose">{reason}</span>, whole: true },
        ]}
      />
      {windows.length === 0 && user.role !== "customer" && <Alert tone="warning">{NO_WINDOW_NAMED}</Alert>}
    </>
  );
}

/** A skeleton until the windows, photos and replies load. */
export const RemakePartsComing = () => (
  <div className="flex flex-col gap-6">
    <Section title="Windows">
      <TableSkeleton rows={3} columns={3} />
    </Section>
    <Section title="Photos">
      <Skeleton className="size-30 rounded" />
    </Section>
    <Section title="Replies">
      <Skeleton className="h-24 rounded" />
    </Section>
  </div>
);

type RemakePartsProps = {
  remake: Remake;
  /** Reports whether the reply has text or photos. */
  onWriting: (writing: boolean) => void;
};

/** The remade windows with their original facts, the photos and the thread. */
export function RemakeParts({ remake: { id, clearances, photos, replies, ...remake }, onWriting }: RemakePartsProps) {
  const windows = addMakersOwn(remake.windows, { clearances });
  return (
    <div className="flex flex-col gap-6">
      {windows.length > 0 && (
        <Section title={windows.length === 1 ? "Window" : `Windows (${windows.length})`}>
          <ul className="flex flex-col divide-y">
            {windows.map((window) => (
              <li key={window.id} className="py-4 first:pt-0 last:pb-0">
                <RemakeWindow window={window} only={windows.length === 1} isMade={remake.replacement !== null} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={photos.length > 0 ? `Photos (${photos.length})` : "Photos"}>
        {photos.length > 0 ? <RemakePhotos remakeId={id} photos={photos} /> : <p className="text-muted">No photos were sent.</p>}
      </Section>
      <Section title={replies.length > 0 ? `Replies (${replies.length})` : "Replies"}>
        <RemakeReplies remakeId={id} replies={replies} />
        <ReplyForm remakeId={id} onWriting={onWriting} />
      </Section>
    </div>
  );
}

type RemakeWindowProps = {
  window: Remake["windows"][number] & Pick<Remake, "clearances">;
  only: boolean;
  /** True once the remake's order defines what is made. */
  isMade: boolean;
};

/**
 * A window to remake, with its number of pieces. A supplier sees all facts; other people expand
 * them if there are several windows.
 */
function RemakeWindow({ window, only, isMade }: RemakeWindowProps) {
  const user = useUser();
  const { name, pieces, quantity, panels = [], parts = [], counts, stile } = window;
  const make = { panels, parts, counts, stile };
  const facts = <WindowFacts toMake={user.role === "supplier"} item={{ ...window, quantity: pieces }} />;
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <MarkedWindow name={name} window={toDrawable(window)} mark={window.mark} />
      <div className="min-w-0">
        <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
          <h4 className="min-w-0 text-base font-semibold break-words">{name}</h4>
          {quantity > 1 && (
            <span className="text-sm whitespace-nowrap text-muted tabular-nums">
              <span className="text-base font-semibold text-text">× {pieces}</span> of {quantity} ordered
            </span>
          )}
        </div>
        <p className="mb-2">
          <span className="text-muted">{isMade ? "Asked for: " : "To make: "}</span>
          <span className="font-semibold">{makeInWords(toDrawable(window), make)}</span>
        </p>
        {only || (makers as readonly Role[]).includes(user.role) ? facts : <Folded summary={<Size {...window} />}>{facts}</Folded>}
      </div>
    </div>
  );
}

function Folded({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group">
      <Summary className="rounded-sm text-sm">
        <span className="mr-2">{summary}</span>
        <span className="font-medium text-accent underline decoration-accent/40 underline-offset-4 group-open:hidden">What was made</span>
      </Summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
