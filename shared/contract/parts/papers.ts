import { commercialRoles, everyone, notCustomers, type Role } from "#shared/domain/roles.ts";

interface Document {
  readonly path: `/api/${string}`;
  readonly roles: readonly Role[];
  /** The text of its link. */
  readonly label: string;
}

/** The PDFs and who may have them (rule D4). Their description for programs is in raw-calls.ts. */
export const documents = {
  quotation: { path: "/api/quotes/:id/pdf", roles: commercialRoles, label: "Quotation (PDF)" },
  invoice: { path: "/api/orders/:id/invoice.pdf", roles: commercialRoles, label: "Invoice (PDF)" },
  /** Everyone but customers: the workshop's card is not for them. */
  jobCard: { path: "/api/orders/:id/job-card.pdf", roles: notCustomers, label: "Job card (PDF)" },
  remakeJobCard: { path: "/api/remakes/:id/job-card.pdf", roles: notCustomers, label: "Job card (PDF)" },
  deliveryNote: { path: "/api/orders/:id/delivery-note.pdf", roles: everyone, label: "Delivery note (PDF)" },
} as const satisfies Record<string, Document>;

/** An issued invoice, by the number that it bears. */
export const invoicePath = (number: string): string => `/api/invoices/${number}.pdf`;

/** A company's account as its own people and our staff get it (rule D14). */
export const accountStatementPath = "/api/account/statement.pdf";
export const clientStatementPath = (companyId: number): string => `/api/clients/${companyId}/statement.pdf`;

/** What a workshop prints of several orders at once (rule W30). */
export const workshopPapers = {
  jobCards: { path: "/api/workshop/job-cards.pdf", roles: notCustomers, label: "Job cards (PDF)" },
  labels: { path: "/api/workshop/labels.pdf", roles: notCustomers, label: "Labels (PDF)" },
  barPlan: { path: "/api/workshop/bar-plan.pdf", roles: notCustomers, label: "Bar plan (PDF)" },
} as const satisfies Record<string, Document>;
/** Orders that are printed, planned or sent off together, at most. */
export const MOST_ORDERS_AT_ONCE = 50;
export const workshopPaperPath = (name: keyof typeof workshopPapers, orderIds: readonly number[]): string =>
  `${workshopPapers[name].path}?orders=${orderIds.join()}`;

/** A plan that is kept, in the order of work (rule W70). */
export const keptPlanPath = (planId: number): string => `/api/workshop/plans/${planId}/bar-plan.pdf`;

/** What is to be sawn of these orders, a row a cut (rule W49). */
export const sawFilePath = (orderIds: readonly number[]): string => `/api/workshop/saw.csv?orders=${orderIds.join()}`;

/** Where the code on a shutter's label leads (rule W32). */
export const piecePath = (orderId: number, itemId: number, piece: number): string =>
  `/workshop/${orderId}?piece=${pieceInWords(itemId, piece)}`;
/** The same as the label says it to people, after its order's number. */
export const pieceInWords = (itemId: number, piece: number): string => `${itemId}.${piece}`;

const IN_CODE = /^https?:\/\/[^/]+\/workshop\/(\d{1,10})\?piece=(\d{1,10}\.\d{1,3})$/i;
const AS_TYPED = /^(?:ord-?)?\s*(\d{1,10})(?:[\s\-·/]+(\d{1,10}\.\d{1,3}))?$/i;
/** The way to the shutter that a label's code names, at whatever address the portal had then; null: it is no label's. */
export const pathOfCode = (code: string): string | null => pathIn(IN_CODE.exec(code.trim()));
/** The same of what a person typed; the order's number alone leads to the whole order. */
export const pathAsTyped = (text: string): string | null => pathIn(AS_TYPED.exec(text.trim())) ?? pathOfCode(text);

function pathIn(found: RegExpExecArray | null): string | null {
  const [, orderId, piece] = found ?? [];
  return orderId === undefined ? null : `/workshop/${Number(orderId)}${piece === undefined ? "" : `?piece=${piece}`}`;
}

export type DocumentName = keyof typeof documents;
export const documentPath = (name: DocumentName, id: number): string => documents[name].path.replace(":id", String(id));
export const mayHave = (role: Role, name: DocumentName): boolean => (documents[name].roles as readonly Role[]).includes(role);
