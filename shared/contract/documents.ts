import { commercialRoles, type Role } from "#shared/domain/roles.ts";

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
  jobCard: { path: "/api/orders/:id/job-card.pdf", roles: ["supplier", "admin", "super_admin"], label: "Job card (PDF)" },
} as const satisfies Record<string, Document>;

/** An issued invoice, by the number that it bears. */
export const invoicePath = (number: string): string => `/api/invoices/${number}.pdf`;

export type DocumentName = keyof typeof documents;
export const documentPath = (name: DocumentName, id: number): string => documents[name].path.replace(":id", String(id));
export const mayHave = (role: Role, name: DocumentName): boolean => (documents[name].roles as readonly Role[]).includes(role);
