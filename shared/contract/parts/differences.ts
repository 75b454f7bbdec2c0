import { z } from "zod";

/** A difference in words: of a window, or of the whole (`window` is null). */
export const difference = z.object({
  window: z.string().nullable(),
  what: z.string(),
  /** Empty where there was nothing, or is nothing any more. */
  before: z.string(),
  after: z.string(),
});
