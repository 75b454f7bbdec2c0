import { account } from "./account.ts";
import { accounts } from "./accounts.ts";
import { audit } from "./audit.ts";
import { bookkeeping } from "./bookkeeping.ts";
import { clientPages } from "./client-pages.ts";
import { clients } from "./clients.ts";
import { company } from "./company.ts";
import { errors } from "./errors.ts";
import { invoices } from "./invoices.ts";
import { money } from "./money.ts";
import { notifications } from "./notifications.ts";
import { orders } from "./orders.ts";
import { paymentRecords } from "./payment-records.ts";
import { payments } from "./payments.ts";
import { priceChanges } from "./price-changes.ts";
import { products } from "./products.ts";
import { quotes } from "./quotes.ts";
import { referrals } from "./referrals.ts";
import { remakes } from "./remakes.ts";
import { retail } from "./retail.ts";
import { search } from "./search.ts";
import { settings } from "./settings.ts";
import { stats } from "./stats.ts";
import { templates } from "./templates.ts";
import { users } from "./users.ts";
import { workshop } from "./workshop.ts";

/** Every call of the portal, by feature and name. */
export const api = {
  account,
  accounts,
  audit,
  bookkeeping,
  clients: { ...clients, ...clientPages },
  company,
  errors,
  invoices,
  money,
  notifications,
  orders,
  payments: { ...payments, ...paymentRecords },
  products: { ...products, ...priceChanges },
  quotes,
  referrals,
  remakes,
  retail,
  search,
  settings,
  stats,
  templates,
  users,
  workshop,
} as const;

export type Api = typeof api;
export type Feature = keyof Api;
