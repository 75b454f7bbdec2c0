import * as Radix from "@radix-ui/react-dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "../control/icon-button.tsx";
import { useOverflows } from "../display/use-overflows.ts";
import { ModalLayer, type ModalLayerProps } from "./modal-layer.tsx";

export type DialogSize = "sm" | "md" | "lg" | "xl";

type DialogProps = Omit<ModalLayerProps, "className"> & {
  title: ReactNode;
  /** Beside the title: what it is about, such as ORD-54. */
  number?: string;
  description?: ReactNode;
  /** At the right of the title, such as a status. */
  aside?: ReactNode;
  size?: DialogSize;
  /** On phones: the whole screen, or for a single question only what it needs, from the bottom. */
  sheet?: "full" | "bottom";
};

const WIDTH: Record<DialogSize, string> = { sm: "md:max-w-100", md: "md:max-w-140", lg: "md:max-w-200", xl: "md:max-w-280" };

/** Head and actions stay, `DialogBody` scrolls; a full-height sheet on phones. */
export function Dialog({ title, number, description, aside, size = "md", sheet = "full", children, ...layer }: DialogProps) {
  return (
    <ModalLayer
      {...layer}
      className={clsx(
        "w-full animate-[rise-in_160ms_ease-out]",
        sheet === "full" ? "inset-0" : "inset-x-0 bottom-0 max-h-dvh md:inset-0 max-md:rounded-t-lg max-md:shadow-overlay",
        "md:m-auto md:h-fit md:max-h-[calc(100dvh-3rem)] md:w-[calc(100%-3rem)] md:rounded-lg md:shadow-overlay",
        WIDTH[size],
      )}
    >
      <header className="flex shrink-0 items-start gap-3 px-page pt-4 pb-3 md:pt-5">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Radix.Title className="min-w-0 text-lg font-semibold">
              <span>{title}</span>
              {number && " "}
              {number && <span className="font-normal text-muted tabular-nums">{number}</span>}
            </Radix.Title>
            {aside}
          </div>
          {description && <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>}
        </div>
        <IconButton label="Close" icon={<X />} className="-mt-1 -mr-2" onClick={layer.onCloseRequest} />
      </header>
      {children}
    </ModalLayer>
  );
}

export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const { overflows, bare } = useOverflows(body);
  return (
    <div
      ref={body}
      data-overflows={overflows || undefined}
      // A body that scrolls and holds no control must still be reachable for the arrow keys.
      tabIndex={overflows && bare ? 0 : undefined}
      className={clsx(
        "min-h-0 flex-1 overflow-y-auto overscroll-contain border-y border-transparent px-page pt-1 pb-5 -outline-offset-2 data-overflows:border-border data-overflows:pt-3",
        className,
      )}
    >
      {children}
    </div>
  );
}

/** The actions: the main one last, which is at the right; on phones it is the full width, in thumb's reach. */
export function DialogFooter({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <footer
      data-dialog-footer
      className={clsx(
        "flex shrink-0 flex-wrap items-center justify-end gap-2 px-page pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]",
        "md:pb-5 max-sm:[&>:is(button,a)]:flex-1 max-sm:[&>:is(button,a)]:whitespace-nowrap",
        className,
      )}
    >
      {children}
    </footer>
  );
}
