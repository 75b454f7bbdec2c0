import { clsx } from "clsx";
import { LoaderCircle } from "lucide-react";

type SpinnerProps = {
  /** What is being waited for, for those who can't see it turn. Leave out beside visible words. */ label?: string;
  className?: string;
};

export function Spinner({ label, className }: SpinnerProps) {
  const icon = <LoaderCircle aria-hidden className={clsx("size-4 shrink-0 animate-spin", className)} />;
  if (!label) return icon;
  return (
    <span role="status" className="inline-flex">
      {icon}
      <span className="sr-only">{label}</span>
    </span>
  );
}
