import type { Role } from "#shared/domain/roles.ts";

interface Panels {
  readonly figures: boolean;
  readonly byStatus: boolean;
  readonly draftQuotes: boolean;
}

/** Who sees which (rule S3); a customer has no dashboard. */
export const PANELS = {
  customer: { figures: false, byStatus: false, draftQuotes: false },
  supplier: { figures: false, byStatus: false, draftQuotes: false },
  admin: { figures: true, byStatus: false, draftQuotes: false },
  super_admin: { figures: true, byStatus: true, draftQuotes: true },
} as const satisfies Record<Role, Panels>;
