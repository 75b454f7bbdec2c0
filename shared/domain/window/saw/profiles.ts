/** The bar's cross-section from which a part is cut. Louvres have one for each louvre size. */
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
