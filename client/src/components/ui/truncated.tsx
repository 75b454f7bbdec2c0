import { Breakable } from "./breakable.tsx";
import { cx } from "./class-names.ts";

/** One line of text that may be too long for its place: cut off with dots, whole in the title. */
export function Truncated({ text, className }: { text: string; className?: string }) {
  return (
    <span title={text} className={cx("block truncate", className)}>
      <Breakable text={text} />
    </span>
  );
}
