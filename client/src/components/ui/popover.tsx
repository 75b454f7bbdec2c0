import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, Suspense, useRef } from "react";
import { lazyAgain } from "#client/lib/lazy-again.ts";
import { useOpener } from "./use-opener.ts";

const load = () => import("./popover-panel.tsx");
const PopoverPanel = lazyAgain(load);

type PopoverProps = {
  trigger: ReactElement<ComponentProps<"button">>;
  /** Said to screen readers when it opens. */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
};

/** A panel at its button; like a menu, it comes once the screen is there (dropdown-menu.tsx). */
export function Popover({ trigger, open, onOpenChange, align = "end", ...panel }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { wanted, opener } = useOpener(load, { open, onOpenChange });
  return (
    <>
      {cloneElement(trigger, { ref: button, "aria-haspopup": "dialog", ...opener })}
      {wanted && (
        <Suspense fallback={null}>
          <PopoverPanel {...panel} open={open} onOpenChange={onOpenChange} align={align} button={button} />
        </Suspense>
      )}
    </>
  );
}
