import { commercialRoles, type Role } from "#shared/domain/roles.ts";

interface Document {
  readonly path: `/api/${string}`;
  readonly roles: readonly Role[];
  /** As its link is called. */
  readonly label: string;
}

/** The PDFs and who may have them (rule D4). What else is said of them for programs is in raw-calls.ts. */
export const documents = {
  quotation: { path: "/api/quotes/:id/pdf", roles: commercialRoles, label: "Quotation (PDF)" },
  invoice: { path: "/api/orders/:id/invoice.pdf", roles: commercialRoles, label: "Invoice (PDF)" },
  /** Everybody but the customers, whose business the workshop is not. */
  jobCard: { path: "/api/orders/:id/job-card.pdf", roles: ["supplier", "admin", "super_admin"], label: "Job card (PDF)" },
} as const satisfies Record<string, Document>;

export type DocumentName = keyof typeof documents;
export const documentPath = (name: DocumentName, id: number): string => documents[name].path.replace(":id", String(id));
export const mayHave = (role: Role, name: DocumentName): boolean => (documents[name].roles as readonly Role[]).includes(role);
