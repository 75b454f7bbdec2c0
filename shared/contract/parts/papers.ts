import { commercialRoles, everyone, notCustomers, type Role } from "#shared/domain/roles.ts";

interface Document {
  readonly path: `/api/${string}`;
  readonly roles: readonly Role[];
  /** The text of the document's link. */
  readonly label: string;
}

/** The PDFs and the roles that may open them (rule D4). raw-calls.ts describes them in OpenAPI. */
export const documents = {
  quotation: { path: "/api/quotes/:id/pdf", roles: commercialRoles, label: "Quotation (PDF)" },
  invoice: { path: "/api/orders/:id/invoice.pdf", roles: commercialRoles, label: "Invoice (PDF)" },
  /** Customers may not open the workshop's card. */
  jobCard: { path: "/api/orders/:id/job-card.pdf", roles: notCustomers, label: "Job card (PDF)" },
  remakeJobCard: { path: "/api/remakes/:id/job-card.pdf", roles: notCustomers, label: "Job card (PDF)" },
  deliveryNote: { path: "/api/orders/:id/delivery-note.pdf", roles: everyone, label: "Delivery note (PDF)" },
} as const satisfies Record<string, Document>;

/** The path of an issued invoice, by its printed number. */
export const invoicePath = (number: string): string => `/api/invoices/${number}.pdf`;

/**
 * A company's account statement, for its own people; `clientStatementPath` is for staff (rule D14).
 */
export const accountStatementPath = "/api/account/statement.pdf";
export const clientStatementPath = (companyId: number): string => `/api/clients/${companyId}/statement.pdf`;

/** The path of the job card of a sample window (rule W108). */
export const testCardPath = "/api/workshop/test-card.pdf";

/** Documents that a workshop prints for several orders at once (rule W30). */
export const workshopPapers = {
  jobCards: { path: "/api/workshop/job-cards.pdf", roles: notCustomers, label: "Job cards (PDF)" },
  labels: { path: "/api/workshop/labels.pdf", roles: notCustomers, label: "Labels (PDF)" },
  barPlan: { path: "/api/workshop/bar-plan.pdf", roles: notCustomers, label: "Bar plan (PDF)" },
} as const satisfies Record<string, Document>;
/** The limit of orders that are printed, planned or shipped together. */
export const MOST_ORDERS_AT_ONCE = 50;
export const workshopPaperPath = (name: keyof typeof workshopPapers, orderIds: readonly number[]): string =>
  `${workshopPapers[name].path}?orders=${orderIds.join()}`;

/** The path of a label for each panel of these orders (rule M41). */
export const panelLabelsPath = (orderIds: readonly number[]): string => `${workshopPaperPath("labels", orderIds)}&of=panels`;

/** The papers of one parcel of an order (rule W85). */
export const parcelPapers = {
  deliveryNote: { path: "/api/orders/:id/parcels/:parcelId/delivery-note.pdf", roles: everyone, label: "Delivery note (PDF)" },
  labels: { path: "/api/orders/:id/parcels/:parcelId/labels.pdf", roles: notCustomers, label: "Labels (PDF)" },
} as const satisfies Record<string, Document>;
export const parcelPaperPath = (name: keyof typeof parcelPapers, orderId: number, parcelId: number): string =>
  parcelPapers[name].path.replace(":id", String(orderId)).replace(":parcelId", String(parcelId));

/** The path of a stored plan's PDF, in the order of work (rule W70). */
export const storedPlanPath = (planId: number): string => `/api/workshop/plans/${planId}/bar-plan.pdf`;

/** The path of the saw's file of a stored plan (rule W49). */
export const planSawFilePath = (planId: number): string => `/api/workshop/plans/${planId}/saw.csv`;

/** The path of the saw's file for these orders, one row a cut (rule W49). */
export const sawFilePath = (orderIds: readonly number[]): string => `/api/workshop/saw.csv?orders=${orderIds.join()}`;

/** The path in the code on a shutter's label (rule W32). */
export const piecePath = (orderId: number, itemId: number, piece: number): string =>
  `/workshop/${orderId}?piece=${pieceInWords(itemId, piece)}`;
/** The piece as the label prints it after the order's number. */
export const pieceInWords = (itemId: number, piece: number): string => `${itemId}.${piece}`;

const IN_CODE = /^https?:\/\/[^/]+\/workshop\/(\d{1,10})\?piece=(\d{1,10}\.\d{1,3})$/i;
const AS_TYPED = /^(?:ord-?)?\s*(\d{1,10})(?:[\s\-·/]+(\d{1,10}\.\d{1,3}))?$/i;
/**
 * Returns the path of the shutter in a label's code, whatever the portal's host was when it was
 * printed; null if the code is not a label's.
 */
export const findCodePath = (code: string): string | null => pathOfMatch(IN_CODE.exec(code.trim()));
/** Returns the path for a typed label; an order's number alone leads to the whole order. */
export const findTypedPath = (text: string): string | null => pathOfMatch(AS_TYPED.exec(text.trim())) ?? findCodePath(text);

function pathOfMatch(found: RegExpExecArray | null): string | null {
  const [, orderId, piece] = found ?? [];
  return orderId === undefined ? null : `/workshop/${Number(orderId)}${piece === undefined ? "" : `?piece=${piece}`}`;
}

export type DocumentName = keyof typeof documents;
export const documentPath = (name: DocumentName, id: number): string => documents[name].path.replace(":id", String(id));
export const mayOpenDocument = (role: Role, name: DocumentName): boolean => (documents[name].roles as readonly Role[]).includes(role);
