import { formatDate, formatDateTime } from "#client/lib/format.ts";

type DateTextProps = {
  value: string | null | undefined /** With the time, where it matters. */;
  time?: boolean /** Said when there is none. */;
  missing?: string;
};

export function DateText({ value, time, missing = "–" }: DateTextProps) {
  if (!value) return <span className="text-muted">{missing}</span>;
  return (
    <time dateTime={value} title={value.length > 10 ? formatDateTime(value) : undefined} className="whitespace-nowrap tabular-nums">
      {time ? formatDateTime(value) : formatDate(value)}
    </time>
  );
}
