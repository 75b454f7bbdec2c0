import { clsx } from "clsx";
import { Breakable } from "./breakable.tsx";

/** One line of text that may be too long for its place: cut off with dots, whole in the title. A browser would take a `wbr` for a second line. */
export function Truncated({ text, className }: { text: string; className?: string }) {
  return (
    <span title={text} className={clsx("block truncate @min-[46rem]/table:[&>wbr]:hidden stacked:[&>wbr]:inline!", className)}>
      <Breakable text={text} />
    </span>
  );
}
