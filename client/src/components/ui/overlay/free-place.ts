interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * How far right a thing of that size fits at that height without covering a box; null where it
 * doesn't fit.
 */
function rightmost({ width, height }: Size, top: number, room: Size, boxes: readonly Box[]): number | null {
  const beside = boxes.filter((box) => box.bottom > top && box.top < top + height);
  let left = room.width - width;
  for (let covered: Box | undefined; left >= 0; left = covered.left - width) {
    covered = beside.find((box) => box.right > left && box.left < left + width);
    if (!covered) return left;
  }
  return null;
}

/**
 * The first height at which it covers no box, as far to the right as it can. Otherwise the last
 * height, at the right.
 */
export function freePlace(size: Size, tops: readonly number[], room: Size, boxes: readonly Box[]): { left: number; top: number } {
  for (const top of tops) {
    const left = rightmost(size, top, room, boxes);
    if (left !== null) return { left, top };
  }
  return { left: room.width - size.width, top: tops.at(-1) ?? 0 };
}

const PRESSED = "a[href], button, select, [role=option]";

/**
 * What can be pressed and seen now: not what is scrolled away, nor what a dialog has made inert.
 */
export function pressable(except: Element): Box[] {
  return [...document.querySelectorAll(PRESSED)].flatMap((control) => {
    const box = control.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementsFromPoint(x, y).find((element) => !except.contains(element));
    return hit && (control.contains(hit) || hit.contains(control)) && hit !== document.documentElement && hit !== document.body
      ? [box]
      : [];
  });
}
