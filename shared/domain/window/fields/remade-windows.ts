interface NamedWindow {
  readonly name: string;
}

/**
 * Returns for each window of a remake's order the window of the remake, because the order's windows
 * are copies: the window of the same name and size. Null where several windows of the remake or of
 * the order are alike, because a mark on the wrong one would have the wrong part made.
 * @param sizeOf returns equal values for equal sizes
 */
export function pairRemadeWindows<Window extends NamedWindow, Remade extends Window>(
  ofOrder: readonly Window[],
  ofRemake: readonly Remade[],
  sizeOf: (window: Window) => string,
): (Remade | null)[] {
  const isAlike = (one: Window, other: Window) => one.name === other.name && sizeOf(one) === sizeOf(other);
  return ofOrder.map((window) => {
    const [remade, ...more] = ofRemake.filter((each) => isAlike(each, window));
    const isOnly = more.length === 0 && ofOrder.filter((each) => isAlike(each, window)).length === 1;
    return remade && isOnly ? remade : null;
  });
}
