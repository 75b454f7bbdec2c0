/** The differences from the quotation that a homeowner was sent or accepted (rule T11). */
export interface Difference {
  readonly window: string | null;
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

export const DifferenceList = ({ differences }: { differences: readonly Difference[] }) => (
  <ul aria-label="Differences" className="mt-1 flex max-h-60 flex-col gap-1 overflow-y-auto">
    {differences.map(({ window, what, before, after }, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two windows may have one name
      <li key={place} className="wrap-anywhere">
        <span className="font-medium">
          {window !== null && (
            <>
              <bdi>{window}</bdi>:{" "}
            </>
          )}
          {window === null ? what : what.toLowerCase()}
        </span>{" "}
        {changeWords(before, after)}
      </li>
    ))}
  </ul>
);

function changeWords(before: string, after: string): string {
  if (before === "") return `added: ${after}`;
  if (after === "") return `removed: ${before}`;
  return `${before} → ${after}`;
}
