import { useId } from "react";

type ProgressBarProps = {
  label: string;
  value: number;
  max?: number /** The figures, such as "3 of 8 photos". A percentage when left out. */;
  figures?: string;
};

export function ProgressBar({ label, value, max = 100, figures }: ProgressBarProps) {
  const id = useId();
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const text = figures ?? `${Math.round(share * 100)}%`;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex justify-between gap-4 text-xs">
        <span id={id} className="font-medium">
          {label}
        </span>
        <span className="text-muted">{text}</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-raised"
      >
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform duration-150"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}
