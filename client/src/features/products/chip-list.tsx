import { Badge } from "#client/components/ui/display/badge.tsx";

type ChipListProps = { label: string; values: readonly (string | number)[]; unit?: string };

export function ChipList({ label, values, unit }: ChipListProps) {
  return (
    <ul aria-label={label} className="flex min-w-0 flex-wrap gap-1">
      {values.map((value) => (
        <li key={value} className="flex max-w-full min-w-0">
          <Badge>{unit ? `${value} ${unit}` : value}</Badge>
        </li>
      ))}
    </ul>
  );
}
