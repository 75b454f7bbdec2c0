import { SLOW_MS, Spinner, STILL_SAVING, useDelayed } from "#client/components/ui/display/waiting.tsx";

/**
 * Styles a status or date that is edited in place. In a narrow table the field is as wide as its
 * words, which are larger on touch; in a block it is below the name.
 */
export const inPlaceClass = [
  "w-44 max-w-full pointer-fine:w-32 tight:w-26! tight:pointer-coarse:w-30! tight:[&>select]:pr-5 tight:[&>select]:pl-2 tight:[&>svg]:right-1 tight:pointer-fine:[&>select]:text-xs",
  "stacked:w-full! stacked:[&>svg]:hidden stacked:[&>select]:px-1.5 stacked:[&>select]:pt-4.5 stacked:[&>select]:pb-0 stacked:[&>select]:text-sm",
].join(" ");

/**
 * Shows that the value is being saved, or that Enter saves it. The mark occupies the gap after the
 * field, so that nothing moves.
 */
export function SavingMark({ saving, waiting = false }: { saving: boolean; waiting?: boolean }) {
  const slow = useDelayed(saving, SLOW_MS);
  return (
    <>
      <span className="absolute top-1/2 left-full inline-flex w-4 -translate-y-1/2 justify-center text-xs text-muted">
        {saving ? <Spinner label="Saving" className="size-3" /> : waiting && <kbd title="Press Enter to save">↵</kbd>}
      </span>
      {slow && (
        <span role="status" className="absolute top-full left-0 z-sticky mt-0.5 rounded-sm bg-raised px-1 text-xs whitespace-nowrap">
          {STILL_SAVING}
        </span>
      )}
    </>
  );
}
