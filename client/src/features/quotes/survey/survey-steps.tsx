import { ArrowLeft, ArrowRight } from "lucide-react";
import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import { Button } from "#client/components/ui/control/button.tsx";
import type { QuoteForm } from "../form/use-quote-form.ts";

/**
 * On a phone what Enter is on a keyboard: the thumb goes from the job to the windows, from window to
 * window, and past the last one to a new one. And back.
 */
export function SurveySteps({ quote: { atJob, hasNext, next, back } }: { quote: QuoteForm }) {
  const turn = (to: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    flushSync(to);
    // Its first fields come to the top: over a keyboard there is room for a few.
    form?.querySelector("[data-page]")?.scrollIntoView?.({ block: "start" });
  };
  // The field keeps the focus until the next one has it, so the keyboard of the screen stays.
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  return (
    <div className="flex gap-2 *:last:flex-1">
      {!atJob && (
        <Button size="lg" icon={<ArrowLeft />} onMouseDown={keepFocus} onClick={turn(back)}>
          Back
        </Button>
      )}
      <Button variant="primary" size="lg" icon={<ArrowRight />} disabled={!hasNext} onMouseDown={keepFocus} onClick={turn(next)}>
        {atJob ? "To the windows" : "Next window"}
      </Button>
    </div>
  );
}
