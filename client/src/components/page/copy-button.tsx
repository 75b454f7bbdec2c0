import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";

const SAYS_SO_MS = 1500;

type CopyButtonProps = {
  text: string;
  label?: string;
  /** Called after the text was copied, so that a screen can display a toast of its own. */
  onCopied?: () => void;
  onFailed?: () => void;
};

export function CopyButton({ text, label = "Copy", onCopied, onFailed }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    try {
      // Browsers offer no clipboard to pages that load over plain http from another machine.
      await navigator.clipboard.writeText(text);
    } catch {
      onFailed?.();
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SAYS_SO_MS);
    onCopied?.();
  };
  return (
    <Button icon={copied ? <Check /> : <Copy />} onClick={() => void copy()}>
      {label}
    </Button>
  );
}
