import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../control/icon-button.tsx";
import { ModalLayer } from "./modal-layer.tsx";

type DrawerProps = { open: boolean; onClose: () => void /** Said to screen readers. */; title: string; children: ReactNode };

/** From the left, 280 px: the menu on small screens. */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  return (
    <ModalLayer
      open={open}
      onCloseRequest={onClose}
      className="inset-y-0 left-0 w-[280px] max-w-full animate-[slide-from-left_180ms_ease-out] overflow-y-auto overscroll-contain shadow-overlay"
    >
      <Radix.Title className="sr-only">{title}</Radix.Title>
      <IconButton label="Close menu" icon={<X />} className="absolute! top-3 right-3" onClick={onClose} />
      {children}
    </ModalLayer>
  );
}
