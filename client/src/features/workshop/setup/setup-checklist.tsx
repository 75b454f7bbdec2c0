import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Checklist, ChecklistItem, fromChecklist, SETUP_PLACE } from "#client/components/page/checklist.tsx";
import { PaperLink } from "#client/components/page/document-link.tsx";
import { UndoNote } from "#client/components/page/undo-note.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { useUser } from "#client/lib/session.ts";
import { testCardPath } from "#shared/contract/parts/papers.ts";
import { countOf } from "#shared/domain/text.ts";
import type { SetupStep } from "#shared/domain/workshop-setup.ts";
import { ClearancesDrawing, SectionsDrawing, StockDrawing } from "./setup-drawings.tsx";

type Settings = Reply<"settings", "readWorkshop">;

interface StepWords {
  readonly title: string;
  /** The button that says that the present figures are the workshop's own. */
  readonly confirm: string;
  readonly says: (settings: Settings) => string;
  readonly drawing?: (settings: Settings) => ReactNode;
  /** The place in Settings where the workshop changes it. */
  readonly place?: string;
}

const STEPS = {
  stock: {
    title: "Bars and saw",
    confirm: "These are our bars",
    says: ({ stock }) =>
      stock.length > 0
        ? `Your own figures for ${countOf(stock.length, "profile")}, the usual ones for the rest.`
        : "The usual bars and saw for every profile.",
    drawing: ({ stock }) => <StockDrawing stock={stock[0]} />,
    place: "/settings?tab=workshop&change=stock",
  },
  sections: {
    title: "Sections",
    confirm: "These are our sections",
    says: ({ sections }) =>
      sections.length > 0
        ? `Your own sections for ${countOf(sections.length, "profile")}, the usual ones for the rest.`
        : "The usual sections. A stile of another width changes every rail and louvre.",
    drawing: ({ sections }) => <SectionsDrawing sections={sections} />,
    place: "/settings?tab=workshop&change=sections",
  },
  clearances: {
    title: "Clearances",
    confirm: "These are our clearances",
    says: () => "The gaps between the parts, the rebate and the ends of the rods, in mm.",
    drawing: ({ clearances }) => <ClearancesDrawing clearances={clearances} />,
    place: "/settings?tab=workshop&change=clearances",
  },
  "lead-days": {
    title: "Lead time",
    confirm: "That is our lead time",
    says: ({ leadDays }) => `${countOf(leadDays, "working day")} for an order.`,
    place: "/settings?tab=workshop&change=capacity",
  },
  capacity: {
    title: "Capacity",
    confirm: "That is our capacity",
    says: ({ weeklyM2 }) => (weeklyM2 === null ? "Not stated: no week counts as full." : `${weeklyM2.toLocaleString("en-GB")} m² a week.`),
    place: "/settings?tab=workshop&change=capacity",
  },
  people: {
    title: "People",
    confirm: "Everybody is here",
    says: () => "Each person signs in under their own name, so that marks say who made them.",
    place: "/settings?tab=people",
  },
  "test-card": {
    title: "A test card",
    confirm: "The card adds up",
    says: () => "The job card of a sample window by your figures. Add it up before the first order.",
  },
} as const satisfies Record<SetupStep, StepWords>;

/** The screen with the checklist, to which its steps return: the board, or the dashboard. */
type From = Parameters<typeof fromChecklist>[1];

/**
 * The checklist of a new workshop, above its dashboard and its board until each step is reviewed
 * (rule W108), and Undo of the step that was just saved, which may complete it.
 */
export default function SetupChecklist({ from }: { from: From }) {
  return (
    <>
      <OpenSteps from={from} />
      <UndoNote place={SETUP_PLACE} className="sticky top-4 z-sticky mb-4 empty:mb-0" />
    </>
  );
}

/** Nothing is rendered while the checklist is unavailable: its screen does not depend on it. */
function OpenSteps({ from }: { from: From }) {
  const setup = useQuery(query("workshop", "setup", {}));
  const isOpen = setup.data !== undefined && !setup.data.complete;
  const settings = useQuery({ ...query("settings", "readWorkshop", {}), enabled: isOpen });
  if (!isOpen || !settings.data) return null;
  const { steps } = setup.data;
  const reviewed = steps.filter(({ reviewedAt }) => reviewedAt !== null).length;
  const description = [
    `${reviewed} of ${steps.length} reviewed.`,
    ...(steps.some(({ step, reviewedAt }) => step === "sections" && reviewedAt === null)
      ? ["Until you have reviewed your sections, job cards print “Default sections”."]
      : []),
  ].join(" ");
  const next = steps.find(({ reviewedAt }) => reviewedAt === null)?.step;
  return (
    <Checklist title="Set up your workshop" description={description}>
      {steps.map((step) => (
        <SetupItem key={step.step} {...step} from={from} settings={settings.data} isNext={step.step === next} />
      ))}
    </Checklist>
  );
}

type SetupItemProps = Reply<"workshop", "setup">["steps"][number] & { from: From; settings: Settings; isNext: boolean };

/** A reviewed step is one line; another one has its drawing and its actions. */
function SetupItem({ step, reviewedAt, from, settings, isNext }: SetupItemProps) {
  const user = useUser();
  const review = useCall("workshop", "reviewSetup", { failure: "Failed to store the review" });
  const { title, confirm, says, drawing, place }: StepWords = STEPS[step];
  const isReviewed = reviewedAt !== null;
  const link = place && (step !== "people" || user.mayManage) ? fromChecklist(place, from) : null;
  return (
    <ChecklistItem
      title={title}
      done={isReviewed}
      says={`${says(settings)}${isReviewed ? ` Reviewed ${formatListed(reviewedAt)}.` : ""}`}
      drawing={!isReviewed && drawing?.(settings)}
    >
      {step === "test-card" && (
        <PaperLink path={testCardPath} making={{ paper: "jobCard", what: "the test card", windows: 1 }} className={buttonClass()}>
          Open the card
        </PaperLink>
      )}
      {link && (
        <Link href={link} className={clsx(buttonClass(isReviewed ? "ghost" : "secondary"), isReviewed && "max-sm:hidden")}>
          {step === "people" ? "Invite" : "Change"}
        </Link>
      )}
      {!isReviewed && (
        <Button
          variant={isNext ? "primary" : "secondary"}
          needsNetwork
          pending={review.isPending}
          onClick={() => review.mutate({ body: { step } })}
        >
          {confirm}
        </Button>
      )}
    </ChecklistItem>
  );
}
