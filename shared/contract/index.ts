import { accounts } from "./accounts.ts";
import { clients } from "./clients.ts";
import { orders } from "./orders.ts";
import { payments } from "./payments.ts";
import { products } from "./products.ts";
import { quotes } from "./quotes.ts";
import { remakes } from "./remakes.ts";

/** Every call of the portal, by feature and name. */
export const api = { accounts, clients, orders, payments, products, quotes, remakes } as const;

export type Api = typeof api;
export type Feature = keyof Api;
