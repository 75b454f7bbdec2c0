import type { TenthMm } from "./length.ts";
import { share } from "./share.ts";
import { louvrePitch, PANEL } from "./shutter-construction.ts";

interface Part {
  /** From the top of the panel. */
  readonly at: number;
  readonly height: number;
}

/** A panel from top to bottom. */
export interface Rise {
  readonly pitch: TenthMm;
  /** Top and bottom. */
  readonly rails: readonly [Part, Part];
  readonly midRails: readonly Part[];
  readonly fields: readonly (Part & { readonly louvres: readonly number[] })[];
}

interface Choices {
  readonly louverSize: number;
  readonly numberOfMidRails: number;
}

/**
 * Louvres keep their pitch and the rails take up what is left, as makers do it: a window has whole louvres only. Mid rails part
 * them evenly; where that does not come out, the lower sections have one louvre more.
 */
export function arrangeRise(height: number, { louverSize, numberOfMidRails }: Choices): Rise {
  const pitch = louvrePitch(louverSize);
  const overlap = louverSize * 10 - pitch;
  const sections = numberOfMidRails + 1;
  const forLouvres = (rail: number) => Math.floor((height - 2 * rail - numberOfMidRails * PANEL.midRail - sections * overlap) / pitch);
  const count = forLouvres(PANEL.rail) >= sections ? forLouvres(PANEL.rail) : Math.min(forLouvres(PANEL.leastRail), sections);
  if (count < sections) return withoutLouvres(height, numberOfMidRails, pitch);

  const perField = share(count, sections).reverse();
  const rails = share(height - numberOfMidRails * PANEL.midRail - count * pitch - sections * overlap, 2);
  const fields = perField.map((louvres) => louvres * pitch + overlap);
  const midRails = Array.from({ length: numberOfMidRails }, () => PANEL.midRail as number);
  const stacked = stack(rails, midRails, fields);
  const half = louverSize * 5;
  return {
    pitch,
    ...stacked,
    fields: stacked.fields.map((field, index) => ({
      ...field,
      louvres: Array.from({ length: perField[index] ?? 0 }, (_, place) => field.at + half + place * pitch),
    })),
  };
}

/** Too low for its rails and a louvre: the rails as they are while they fit, else squeezed, so that the drawing shows the trouble. */
function withoutLouvres(height: number, numberOfMidRails: number, pitch: TenthMm): Rise {
  const rest = height - 2 * PANEL.rail - numberOfMidRails * PANEL.midRail;
  const [top = 0, bottom = 0, ...squeezed] = share(height, numberOfMidRails + 2);
  const stacked =
    rest >= 0
      ? stack([PANEL.rail, PANEL.rail], Array(numberOfMidRails).fill(PANEL.midRail), share(rest, numberOfMidRails + 1))
      : stack([top, bottom], squeezed, Array(numberOfMidRails + 1).fill(0));
  return { pitch, ...stacked, fields: stacked.fields.map((field) => ({ ...field, louvres: [] })) };
}

/** Top rail, field, mid rail, field, …, bottom rail, each below the other. */
function stack([top = 0, bottom = 0]: readonly number[], midRails: readonly number[], fields: readonly number[]) {
  let at = top;
  const put = (height: number): Part => {
    const part = { at, height };
    at += height;
    return part;
  };
  const placedFields: Part[] = [];
  const placedRails: Part[] = [];
  fields.forEach((height, index) => {
    placedFields.push(put(height));
    if (index < midRails.length) placedRails.push(put(midRails[index] ?? 0));
  });
  return { rails: [{ at: 0, height: top }, put(bottom)] as const, midRails: placedRails, fields: placedFields };
}
