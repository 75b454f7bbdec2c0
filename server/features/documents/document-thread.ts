import { buffer } from "node:stream/consumers";
import { answer } from "#server/threads/answer.ts";
import type { GiveWay } from "#server/threads/turns.ts";
import { type Fonts, loadFonts } from "./engine/fonts.ts";
import type { Paper } from "./engine/paper.ts";
import { barPlan } from "./papers/bar-plan.ts";
import { creditNote } from "./papers/credit-note.ts";
import { deliveryNote } from "./papers/delivery-note.ts";
import { invoice } from "./papers/invoice.ts";
import { jobCards } from "./papers/job-card.ts";
import { keptPlan } from "./papers/kept-plan.ts";
import { labels } from "./papers/labels.ts";
import { quotation } from "./papers/quotation.ts";
import { retailQuotation } from "./papers/retail-quotation.ts";
import { statement } from "./papers/statement.ts";

const papers = { quotation, invoice, creditNote, jobCards, labels, deliveryNote, barPlan, keptPlan, statement, retailQuotation };
type Papers = typeof papers;

/** Which paper, and what stands on it. */
export type Asked = { [Name in keyof Papers]: { readonly paper: Name; readonly of: Parameters<Papers[Name]>[1] } }[keyof Papers];

answer<Asked, Uint8Array>(async ({ paper, of }, say, giveWay) => {
  const print = papers[paper] as (fonts: Fonts, of: unknown, giveWay: GiveWay) => Paper | Promise<Paper>;
  say(await buffer((await print(await loadFonts(), of, giveWay)).doc));
});
