import { Badge, type BadgeLook, type BadgeTone } from "#client/components/ui/display/badge.tsx";

type StatusBadgeProps = { word: string; look?: BadgeLook /** The dot's colour; the look's own when left out. */; tone?: BadgeTone };

/** Dot and word. Which status has which look is a table in the feature, so the same status looks the same everywhere. */
export function StatusBadge({ word, look = "outline", tone }: StatusBadgeProps) {
  return (
    <Badge look={look} dot={tone ?? true}>
      {word}
    </Badge>
  );
}
