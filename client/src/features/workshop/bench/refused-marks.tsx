import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";

/** A mark that the server refused. */
export interface RefusedMark {
  readonly key: string;
  readonly itemId: number;
  readonly piece: number | undefined;
  /** The mark in words: `Cut undone`. */
  readonly words: string;
  readonly sentence: string;
  readonly dismiss: () => void;
}

/** The id of a window's place in the list of an order's windows. */
export const windowPlaceId = (itemId: number): string => `place-${itemId}`;

/**
 * The windows with a refused mark, below the steps of the whole order, whose press may have been
 * refused far below the screen. A press goes to the window with its reason.
 */
export function RefusedWindows({ windows }: { windows: readonly { readonly id: number; readonly name: string }[] }) {
  if (windows.length === 0) return null;
  const goTo = (id: number) => {
    const place = document.getElementById(windowPlaceId(id));
    place?.scrollIntoView({ block: "start" });
    place?.focus({ preventScroll: true });
  };
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm font-medium text-danger">
      <span>Refused, with the reason at the window:</span>
      {windows.map(({ id, name }) => (
        <Button key={id} onClick={() => goTo(id)}>
          {name}
        </Button>
      ))}
    </div>
  );
}

/** The reasons why marks of a window were refused, until each is dismissed (rule W116). */
export function RefusedMarks({ refused }: { refused: readonly RefusedMark[] | undefined }) {
  return refused?.map(({ key, piece, words, sentence, dismiss }) => (
    <Alert
      key={key}
      tone="danger"
      className="items-center!"
      title={[words, piece !== undefined && `shutter ${piece}`].filter(Boolean).join(", ")}
      action={<Button onClick={dismiss}>Dismiss</Button>}
    >
      {sentence}
    </Alert>
  ));
}
