import { buffer } from "node:stream/consumers";
import { answer } from "#server/platform/threads/answer.ts";
import type { GiveWay } from "#server/platform/threads/turns.ts";
import { type Fonts, loadFonts } from "./engine/fonts.ts";
import type { Paper } from "./engine/paper.ts";
import { creditNote } from "./layouts/credit-note.ts";
import { deliveryNote } from "./layouts/delivery-note.ts";
import { invoice } from "./layouts/invoice.ts";
import { jobCards } from "./layouts/job-card/job-card.ts";
import { labels } from "./layouts/labels.ts";
import { quotation } from "./layouts/quotation.ts";
import { retailQuotation } from "./layouts/retail-quotation.ts";
import { statement } from "./layouts/statement.ts";
import { storedPlan } from "./layouts/stored-plan.ts";

const papers = { quotation, invoice, creditNote, jobCards, labels, deliveryNote, storedPlan, statement, retailQuotation };
type Papers = typeof papers;

/** The kind of document and its content. */
export type PaperTask = { [Name in keyof Papers]: { readonly paper: Name; readonly of: Parameters<Papers[Name]>[1] } }[keyof Papers];

answer<PaperTask, Uint8Array>(async ({ paper, of }, post, giveWay) => {
  const print = papers[paper] as (fonts: Fonts, of: unknown, giveWay: GiveWay) => Paper | Promise<Paper>;
  post(await buffer((await print(await loadFonts(), of, giveWay)).doc));
});
