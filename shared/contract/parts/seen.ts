import { z } from "zod";

/**
 * The newest mark that the device knows of what it undoes, by its arrival: an undo after another
 * person's newer mark is refused (rules W88, W89).
 */
export const seen = z.iso.datetime({ offset: true, error: "Seen must be an instant" }).optional();
