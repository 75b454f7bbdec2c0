import { clsx } from "clsx";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Spinner } from "#client/components/ui/display/waiting.tsx";
import { announceNoNetwork, useIsAway } from "#client/lib/network.ts";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
type ButtonSize = "sm" | "md" | "lg";

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /**
   * True while the call runs: the button displays a spinner, preserves its width and focus, and
   * ignores presses.
   */
  pending?: boolean;
  /** Without a network the button is disabled, and a press displays the reason. */
  needsNetwork?: boolean;
  icon?: ReactNode;
};

const VARIANT: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-accent text-accent-on hover:bg-accent-strong",
  secondary: "bg-surface text-text border-border-strong hover:bg-raised",
  ghost: "border-transparent text-current hover:bg-raised",
  danger: "border-transparent bg-danger text-danger-on hover:bg-danger-strong",
};

const SIZE: Record<ButtonSize, string> = {
  sm: "min-h-8 pointer-coarse:min-h-control px-3 text-xs",
  md: "min-h-control px-4 text-sm",
  lg: "min-h-11 px-5 text-base",
};

/** The classes of a button, for a link that looks like one. */
export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "md"): string {
  return clsx(
    "relative inline-flex items-center justify-center gap-2 rounded border py-1 text-center font-medium select-none",
    "transition-colors duration-150 disabled:opacity-50 disabled:pointer-events-none aria-disabled:cursor-default data-away:opacity-50",
    VARIANT[variant],
    SIZE[size],
  );
}

export function Button(props: ButtonProps) {
  const { variant = "secondary", size = "md", pending = false, needsNetwork = false, icon, className, children, onClick, ...rest } = props;
  const isAway = useIsAway() && needsNetwork;
  // A pending button is not `disabled`, because a disabled button loses the focus. Ignoring the
  // click also prevents Enter from submitting the form, because Enter clicks the submit button.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!pending && !isAway) return onClick?.(event);
    event.preventDefault();
    if (isAway) announceNoNetwork();
  };
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      data-look={variant}
      aria-busy={pending || undefined}
      data-away={isAway || undefined}
      aria-disabled={pending || isAway || rest["aria-disabled"] || undefined}
      className={clsx(buttonClass(variant, size), className)}
    >
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <span className={clsx("inline-flex items-center gap-2", pending && "opacity-0")}>
        {icon && (
          <span aria-hidden className="-ml-1 inline-flex shrink-0 [&>svg]:size-4">
            {icon}
          </span>
        )}
        {children}
      </span>
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label" | "title"> & {
  /** The accessible name, also displayed as a tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: "sm" | "md";
  pending?: boolean;
};

export function IconButton({ label, icon, variant = "ghost", size = "md", className, ...rest }: IconButtonProps) {
  return (
    <Button
      variant={variant}
      aria-label={label}
      title={label}
      className={clsx(
        "shrink-0 !px-0 [&_svg]:size-4",
        size === "sm" ? "min-w-8 min-h-8 pointer-coarse:min-w-control" : "min-w-control",
        className,
      )}
      size={size}
      {...rest}
    >
      {icon}
    </Button>
  );
}

/** The classes of a link, for links of the router. */
export const linkClass =
  "font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent transition-colors duration-150 rounded-sm";

export function Link({ className, ...rest }: ComponentProps<"a">) {
  return <a className={clsx(linkClass, className)} {...rest} />;
}
