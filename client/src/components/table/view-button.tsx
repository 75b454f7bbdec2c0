import { Button, type ButtonProps } from "#client/components/ui/control/button.tsx";

type ViewButtonProps = Pick<ButtonProps, "onClick"> & {
  /** The label at every width: "View Details". Its accessible name adds `of`: "ORD-12". */
  label: string;
  of: string;
};

export function ViewButton({ label, of: thing, ...rest }: ViewButtonProps) {
  return (
    <Button variant="ghost" size="sm" aria-label={`${label}${label.includes(" ") ? " of" : ""} ${thing}`} {...rest}>
      {label}
    </Button>
  );
}
