import { ChevronRight } from "lucide-react";
import { Button, type ButtonProps } from "#client/components/ui/control/button.tsx";

type ViewButtonProps = Pick<ButtonProps, "onClick"> & {
  /**
   * "View Details" of "ORD-12". A table with little room shows its first word, a block a chevron.
   */
  label: string;
  of: string;
};

export function ViewButton({ label, of: thing, ...rest }: ViewButtonProps) {
  const [verb, ...others] = label.split(" ");
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`${label} ${others.length > 0 ? "of " : ""}${thing}`}
      className="stacked:w-7 stacked:shrink-0 stacked:border-transparent stacked:bg-transparent stacked:px-0! stacked:last:-mr-1"
      {...rest}
    >
      <span className="stacked:hidden">
        {verb}
        {others.length > 0 && <span className="cramped:hidden"> {others.join(" ")}</span>}
      </span>
      <ChevronRight aria-hidden className="hidden size-4 text-muted stacked:block" />
    </Button>
  );
}
