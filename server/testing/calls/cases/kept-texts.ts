import type { Kept } from "../call-case.ts";
import type { Reply } from "../test-client.ts";
import { textAt } from "../text-fields.ts";

/** The rules of the texts that several calls store. */

/** The name of a person, a company or a thing. */
export const name = { least: 2, most: 120, trimmed: true, name: true } as const;

/** An optional line of text. */
export const words = (most: number): Kept => ({ least: 0, most, trimmed: true, name: true, blankIsNone: true });

export const [jobName, poNumber, windowName] = [words(120), words(60), words(80)];

export const phone = { least: 0, most: 40, trimmed: true, blankIsNone: true } as const;

/** A note of several lines. */
export const note = { least: 0, most: 2000, blankIsNone: true } as const;

/** A window's note to its maker. */
export const makersNote = { least: 0, most: 500, blankIsNone: true } as const;

/** Reads a stored text from the reply, where it has another name than in the request. */
export const inReply = (path: string) => (reply: Reply) => textAt(reply.body, path);
