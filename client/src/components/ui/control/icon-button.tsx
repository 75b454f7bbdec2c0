import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Button, type ButtonVariant } from "./button.tsx";

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label" | "title"> & {
  /** Said by screen readers and shown by the pointer. */
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
