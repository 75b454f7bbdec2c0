import { ArrowRight } from "lucide-react";
import { Button } from "#client/components/ui/control/button.tsx";
import type { QuoteForm } from "../form/use-quote-form.ts";

/**
 * On a phone what Enter is on a keyboard: the thumb goes from window to window, and past the last
 * one to a new one.
 */
export const NextWindow = ({ quote: { hasNext, next } }: { quote: QuoteForm }) => (
  <Button
    variant="primary"
    size="lg"
    icon={<ArrowRight />}
    disabled={!hasNext}
    // The field keeps the focus until the next one has it, so the keyboard of the screen stays.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => {
      next();
      // Its first fields come to the top: over a keyboard there is room for a few.
      document.activeElement?.closest("section")?.scrollIntoView({ block: "start" });
    }}
  >
    Next window
  </Button>
);
