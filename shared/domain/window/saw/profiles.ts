/**
 * The cross-section of the bar from which a part is cut. Each louvre size has a profile of its own.
 */
export type Profile =
  | "stile"
  | "rail"
  | "mid-rail"
  | `louvre-${number}`
  | "tilt-rod"
  | "l-frame"
  | "z-frame"
  | "t-post"
  | "bay-post"
  | "corner-post"
  | "track"
  | "guide";

export type LouvreProfile = Extract<Profile, `louvre-${number}`>;
export const isLouvre = (profile: Profile): profile is LouvreProfile => profile.startsWith("louvre-");
