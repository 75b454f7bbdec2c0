/** The fixed choices of a window (rule Q2) and what a new one starts with (rule S11). */

export const TILT_ROD_TYPES = ["center", "offset", "hidden"] as const;
export type TiltRodType = (typeof TILT_ROD_TYPES)[number];
export const TILT_ROD_LABEL = { center: "Centre", offset: "Offset", hidden: "Hidden" } as const satisfies Record<TiltRodType, string>;

export const FRAME_TYPES = ["l-frame", "z-frame", "t-post"] as const;
export type FrameType = (typeof FRAME_TYPES)[number];
export const FRAME_LABEL = { "l-frame": "L-frame", "z-frame": "Z-frame", "t-post": "T-post" } as const satisfies Record<FrameType, string>;

export const MOUNT_TYPES = ["inside", "outside"] as const;
export type MountType = (typeof MOUNT_TYPES)[number];
export const MOUNT_LABEL = { inside: "Inside", outside: "Outside" } as const satisfies Record<MountType, string>;

export const OPENING_DIRECTIONS = ["left-hinge", "right-hinge", "bi-fold", "bypass"] as const;
export type OpeningDirection = (typeof OPENING_DIRECTIONS)[number];
export const OPENING_LABEL = {
  "left-hinge": "Left hinge",
  "right-hinge": "Right hinge",
  "bi-fold": "Bi-fold",
  bypass: "Bypass",
} as const satisfies Record<OpeningDirection, string>;

export const MOST_MID_RAILS = 20;

export const WINDOW_DEFAULTS = {
  unit: "mm",
  tiltRodType: "center",
  numberOfMidRails: 0,
  frameType: "l-frame",
  mountType: "inside",
  openingDirection: "left-hinge",
  quantity: 1,
} as const;

/** A window without a name of its own is called by its place, from 1. */
export const defaultWindowName = (place: number): string => `Window ${place}`;
