import { inMillimetres } from "./length.ts";
import { TRACK } from "./shutter-construction.ts";
import { WINDOW_FIELDS } from "./window-fields.ts";
import { layOutWindow, type WindowLayout, type WindowToDraw } from "./window-layout.ts";

const { frameType: FRAME, mountType: MOUNT, tiltRodType: TILT_ROD } = WINDOW_FIELDS;

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

/** Layouts are cut to a tenth of a millimetre; said aloud, whole ones are enough. */
const roundMm = (length: number): string => inMillimetres(Math.round(length / 10) * 10);

/** What the drawing shows, in words: for people who hear it instead of seeing it. */
export function describeWindow(item: WindowToDraw): string {
  const layout = layOutWindow(item);
  return [
    `Shutter ${inMillimetres(item.width)} mm wide and ${inMillimetres(item.height)} mm high, seen from inside the room`,
    [item.colorSelection.trim(), frameWords(item), MOUNT.values[item.mountType].inWords].filter(Boolean).join(", "),
    panelWords(item, layout),
    postWords(item, layout),
    louvreWords(item, layout),
    midRailWords(layout),
    item.tiltRodType === "center" ? "Tilt rod in the centre" : `${TILT_ROD.values[item.tiltRodType].label} tilt rod`,
  ]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(" ");
}

const frameWords = ({ frameType }: WindowToDraw): string => (frameType === "t-post" ? "T-post frame" : FRAME.values[frameType].label);

const listed = (parts: readonly string[]): string => [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and ");

function panelWords({ openingDirection }: WindowToDraw, { panels, track }: WindowLayout): string {
  const each = `${panels.length === 1 ? "" : "each "}about ${roundMm(panels[0]?.width ?? 0)} mm wide`;
  const count = counted(panels.length, "panel");
  const left = panels.filter((panel) => panel.hang === "left").length;
  const right = panels.filter((panel) => panel.hang === "right").length;
  switch (openingDirection) {
    case "left-hinge":
      return `${count}, ${each}, hinged on the left`;
    case "right-hinge":
      return `${count}, ${each}, hinged on the right`;
    case "bypass":
      return `${count}, ${each}, sliding past each other on a track and overlapping by ${roundMm(TRACK.overlap)} mm`;
    case "bi-fold":
      return `${count} in bi-fold pairs, ${each}, ${right === 0 ? "folding to the left" : `${left} folding to the left and ${right} to the right`}${track ? ", hung from a track" : ""}`;
  }
}

function postWords({ frameType, openingDirection }: WindowToDraw, { posts }: WindowLayout): string {
  if (frameType !== "t-post") return "";
  if (posts.length > 0) return counted(posts.length, "T-post");
  return openingDirection === "bypass"
    ? "No T-post: it would stand in the way of the track"
    : "No T-post: the window is too narrow for one";
}

function louvreWords({ louverSize }: WindowToDraw, { rise, panels }: WindowLayout): string {
  const louvres = rise.fields.reduce((sum, field) => sum + field.louvres.length, 0);
  return louvres === 0
    ? `No room for a louvre of ${louverSize} mm`
    : `${counted(louvres, "louvre")} of ${louverSize} mm in ${panels.length === 1 ? "the" : "each"} panel`;
}

/** Measured as a fitter does it: from the bottom of the frame to the middle of the rail, lowest first. */
function midRailWords({ height, panels }: WindowLayout): string {
  const rails = [...(panels[0]?.midRails ?? [])].reverse().map((rail) => roundMm(height - rail.y - rail.height / 2));
  if (rails.length === 0) return "No mid rail";
  return `${counted(rails.length, "mid rail")}, ${listed(rails)} mm from the bottom to the middle of ${rails.length === 1 ? "it" : "each"}`;
}
