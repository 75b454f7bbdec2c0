import { ArrowLeft, ArrowRight } from "lucide-react";
import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import { Button } from "#client/components/ui/control/button.tsx";
import type { QuoteForm } from "../form/use-quote-form.ts";

/**
 * Buttons that do on a phone what Enter does on a keyboard: from the job to the windows, from
 * window to window, past the last one to a new one, and back.
 */
export function SurveySteps({ quote: { atJob, hasNext, hasBack, next, back } }: { quote: QuoteForm }) {
  const turn = (to: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    flushSync(to);
    // The page scrolls its first fields to the top, because the keyboard leaves room for few
    // fields.
    form?.querySelector("[data-page]")?.scrollIntoView?.({ block: "start" });
  };
  // The field retains the focus until the next one has it, so that the screen keyboard stays open.
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  return (
    <div className="flex gap-2 *:last:flex-1">
      {!atJob && (
        <Button size="lg" icon={<ArrowLeft />} disabled={!hasBack} onMouseDown={keepFocus} onClick={turn(back)}>
          Back
        </Button>
      )}
      <Button variant="primary" size="lg" icon={<ArrowRight />} disabled={!hasNext} onMouseDown={keepFocus} onClick={turn(next)}>
        {atJob ? "To the windows" : "Next window"}
      </Button>
    </div>
  );
}
