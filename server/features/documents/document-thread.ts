import { buffer } from "node:stream/consumers";
import { answer } from "#server/threads/answer.ts";
import type { GiveWay } from "#server/threads/turns.ts";
import { barPlan } from "./bar-plan.ts";
import { deliveryNote } from "./delivery-note.ts";
import { type Fonts, loadFonts } from "./fonts.ts";
import { invoice } from "./invoice.ts";
import { jobCards } from "./job-card.ts";
import { labels } from "./labels.ts";
import type { Paper } from "./paper.ts";
import { quotation } from "./quotation.ts";

const papers = { quotation, invoice, jobCards, labels, deliveryNote, barPlan };
type Papers = typeof papers;

/** Which paper, and what stands on it. */
export type Asked = { [Name in keyof Papers]: { readonly paper: Name; readonly of: Parameters<Papers[Name]>[1] } }[keyof Papers];

answer<Asked, Uint8Array>(async ({ paper, of }, say, giveWay) => {
  const print = papers[paper] as (fonts: Fonts, of: unknown, giveWay: GiveWay) => Paper | Promise<Paper>;
  say(await buffer((await print(await loadFonts(), of, giveWay)).doc));
});
