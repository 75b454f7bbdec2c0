import { type Block, groupLastRows, space } from "#server/features/papers/engine/flow.ts";
import type { Fonts } from "#server/features/papers/engine/fonts.ts";
import { addressed, letterhead, stack } from "#server/features/papers/engine/letterhead.ts";
import { CONTENT, createPaper, LEFT, type Paper } from "#server/features/papers/engine/paper.ts";
import { type Cell, tableBlocks } from "#server/features/papers/engine/table.ts";
import type { Style } from "#server/features/papers/engine/typesetter.ts";
import type { Bank, Customer, Seller } from "#server/schema/company-settings.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { type Day, formatDay } from "#shared/domain/period.ts";
import { AGE_LABEL, AGES, type Age, bankInWords } from "#shared/domain/trade/ledger.ts";

/** A company's account of some days. Amounts are pence; a debt is positive. */
export interface Statement {
  readonly seller: Seller;
  readonly customer: Pick<Customer, "companyName" | "address">;
  readonly from: Day;
  readonly to: Day;
  readonly opening: Pence;
  readonly closing: Pence;
  readonly lines: readonly {
    readonly on: Day;
    readonly number: string | null;
    readonly text: string;
    readonly amount: Pence;
    readonly balance: Pence;
  }[];
  /** The day of the ages of debts, whatever days the statement covers. */
  readonly today: Day;
  readonly owed: Pence;
  readonly credit: Pence;
  readonly ageing: Readonly<Record<Age, Pence>>;
  /** Null: the settings have no bank account. */
  readonly bank: Bank | null;
}

const dayOf = (day: Day): string => formatDay(new Date(`${day}T12:00:00Z`));
const STRONG: Partial<Style> = { weight: "semibold" };
const strong = (text: string): Cell => [{ text, style: STRONG }];
const BODY: Style = { size: 9.5 };

const COLUMNS = [
  { title: "Date", width: 70 },
  { title: "Document", width: 68 },
  { title: "What", width: CONTENT - 70 - 68 - 80 - 80 },
  { title: "Amount", width: 80, align: "right" },
  { title: "Balance", width: 80, align: "right" },
] as const;
const AGE_COLUMNS = AGES.map((age) => ({ title: AGE_LABEL[age], width: CONTENT / AGES.length }));

/** Prints a company's debts and payments (rule D14): opening balance, entries, closing balance. */
export function statement(fonts: Fonts, account: Statement): Paper {
  const { seller, customer, from, to, opening, closing, lines } = account;
  const name = `Statement of account, ${dayOf(from)} to ${dayOf(to)}`;
  const paper = createPaper(fonts, {
    title: name,
    author: seller.name,
    subject: `Statement of account for ${customer.companyName}`,
    // The end of the period, so that equal facts give equal bytes (rule D5).
    date: new Date(`${to}T12:00:00Z`),
  });
  const rows: Cell[][] = [
    [dayOf(from), "", strong("Opening balance"), "", strong(formatPence(opening))],
    ...lines.map(({ on, number, text, amount, balance }) => [dayOf(on), number ?? "", text, formatPence(amount), formatPence(balance)]),
    [dayOf(to), "", strong("Closing balance"), "", strong(formatPence(closing))],
  ];
  const blocks = [
    ...letterhead(paper, seller, "Statement", `${dayOf(from)} to ${dayOf(to)}`),
    ...addressed(
      paper,
      "Statement for",
      [customer.companyName, customer.address ?? ""],
      [
        ["From", dayOf(from)],
        ["To", dayOf(to)],
        ["Opening balance", formatPence(opening)],
        ["Closing balance", formatPence(closing)],
      ],
    ),
    ...groupLastRows(tableBlocks(paper, COLUMNS, rows), 1, space(18), ...owedByAge(paper, account), space(12), foot(paper, account)),
  ];
  return paper.print(blocks, `${seller.name}  ·  Statement of account  ·  ${customer.companyName}`);
}

/** The debts by days overdue. */
function owedByAge(paper: Paper, { today, owed, ageing }: Statement): Block[] {
  const all = stack(paper, [{ text: `Owed on ${dayOf(today)}: ${formatPence(owed)}`, style: { ...BODY, ...STRONG } }], CONTENT);
  // Proportional digits set 7.7 so close that it looks like 77.
  const amounts: Cell[] = AGES.map((age) => [{ text: formatPence(ageing[age]), style: { tabular: true } }]);
  return [{ height: all.height, draw: (y) => all.draw(LEFT, y) }, ...tableBlocks(paper, AGE_COLUMNS, [amounts])];
}

/** The credit and the bank account for payments. */
function foot(paper: Paper, { credit, bank }: Statement): Block {
  const texts = [
    { text: credit > 0 ? `Your credit: ${formatPence(credit)}` : "", style: BODY },
    { text: bank ? `${bankInWords(bank)}. Please give the invoice's number as reference.` : "", style: BODY },
    { text: "Amounts below nought are in your favour. All amounts are in pounds sterling.", style: BODY },
  ];
  const all = stack(paper, texts, CONTENT);
  return { height: all.height, draw: (y: number) => all.draw(LEFT, y) };
}
