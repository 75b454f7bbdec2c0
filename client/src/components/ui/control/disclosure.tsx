import { ChevronRight } from "lucide-react";
import { Button } from "./button.tsx";

type DisclosureProps = { open: boolean; controls: string; onPress: () => void; children: string };

/** A button that opens and closes the part of the page below it. */
export const Disclosure = ({ open, controls, onPress, children }: DisclosureProps) => (
  <Button
    variant="ghost"
    size="sm"
    aria-expanded={open}
    aria-controls={open ? controls : undefined}
    icon={<ChevronRight className={open ? "rotate-90" : undefined} />}
    onClick={onPress}
  >
    {children}
  </Button>
);
