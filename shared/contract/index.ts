import { bookkeeping } from "./bookkeeping.ts";
import { clientPages } from "./client-pages.ts";
import { clients } from "./clients.ts";
import { company } from "./companies.ts";
import { calendar } from "./identity/calendar.ts";
import { emailChange } from "./identity/email-change.ts";
import { factors } from "./identity/factors.ts";
import { proof } from "./identity/proof.ts";
import { security } from "./identity/security.ts";
import { sessions } from "./identity/sessions.ts";
import { tokens } from "./identity/tokens.ts";
import { webhooks } from "./identity/webhooks.ts";
import { invoices } from "./invoices.ts";
import { audit } from "./office/audit.ts";
import { errors } from "./office/errors.ts";
import { firstSteps } from "./office/first-steps.ts";
import { money } from "./office/money.ts";
import { notifications } from "./office/notifications.ts";
import { search } from "./office/search.ts";
import { settings } from "./office/settings.ts";
import { stats } from "./office/stats.ts";
import { workshopSetup } from "./office/workshop-setup.ts";
import { orders } from "./orders.ts";
import { orderChanges } from "./parts/order-changes.ts";
import { paymentRecords, payments } from "./payments.ts";
import { priceChanges } from "./price-changes.ts";
import { products } from "./products.ts";
import { quotes } from "./quotes.ts";
import { account } from "./receivables.ts";
import { referrals } from "./referrals.ts";
import { remakes } from "./remakes.ts";
import { retail } from "./retail.ts";
import { accounts } from "./sign-in.ts";
import { templates } from "./templates.ts";
import { users } from "./users.ts";
import { workshop } from "./workshop.ts";

/** Every call of the portal, by feature and name. */
export const api = {
  account,
  accounts,
  audit,
  bookkeeping,
  calendar,
  clients: { ...clients, ...clientPages },
  company,
  emailChange,
  errors,
  factors,
  firstSteps,
  invoices,
  money,
  notifications,
  orders: { ...orders, ...orderChanges },
  payments: { ...payments, ...paymentRecords },
  proof,
  security,
  products: { ...products, ...priceChanges },
  quotes,
  referrals,
  remakes,
  retail,
  search,
  sessions,
  settings,
  stats,
  templates,
  tokens,
  users,
  webhooks,
  workshop: { ...workshop, ...workshopSetup },
} as const;

export type Api = typeof api;
export type Feature = keyof Api;
