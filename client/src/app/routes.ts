import { type LazyScreen, lazyScreen } from "#client/components/loading/lazy-part.tsx";
import { everyone, makers, notCustomers, type Role, staff, superAdminOnly } from "#shared/domain/roles.ts";

export interface Route {
  readonly page: LazyScreen;
  readonly path: string;
  /** The roles that may open the screen; other roles get the 404 screen. */
  readonly roles: readonly Role[];
  /**
   * The screen's menu entry and the roles that see it (rule S1), which may be fewer than `roles`.
   * `group: "more"` puts the entry beneath the specification's entries.
   */
  readonly menu?: { readonly label: string; readonly roles: readonly Role[]; readonly group?: "more" };
  /**
   * Each record has its own address beneath the screen's, such as `/workshop/36`, which the page
   * renders.
   */
  readonly things?: true;
  /**
   * The roles whose device stores the screen and its replies, so it opens without a network (rule
   * W53).
   */
  readonly offline?: readonly Role[];
  /** The shape of the skeleton while the screen's code loads. The default is a table. */
  readonly shape?: "panels" | "form";
  /** The window's title, if it differs from the menu's label. */
  readonly title?: string;
}

const quotes = lazyScreen(() => import("#client/features/quotes/quotes-page.tsx"));
const customerStart = lazyScreen(() => import("./customer-start-page.tsx"));
const orders = lazyScreen(() => import("#client/features/orders/orders-page.tsx"));
const dashboard = lazyScreen(() => import("./dashboard/dashboard-page.tsx"));

/** Every screen of a signed-in person, in the order of the menu (rule S1). */
export const ROUTES: readonly Route[] = [
  { path: "/", page: customerStart, offline: ["customer"], roles: ["customer"], menu: { label: "Dashboard", roles: ["customer"] } },
  { path: "/", page: dashboard, shape: "panels", roles: notCustomers, menu: { label: "Dashboard", roles: notCustomers } },
  { path: "/quotes", page: quotes, offline: ["customer"], roles: everyone, menu: { label: "Quotes", roles: ["super_admin", "customer"] } },
  { path: "/orders", page: orders, offline: ["supplier", "customer"], roles: everyone, menu: { label: "Orders", roles: everyone } },
  {
    path: "/remakes",
    page: lazyScreen(() => import("#client/features/remakes/remakes-page.tsx")),
    offline: ["supplier"],
    roles: everyone,
    menu: { label: "Remakes", roles: everyone },
  },
  {
    path: "/products",
    page: lazyScreen(() => import("#client/features/products/products-page.tsx")),
    roles: staff,
    menu: { label: "Products", roles: superAdminOnly },
  },
  {
    path: "/clients",
    page: lazyScreen(() => import("#client/features/clients/clients-page.tsx")),
    roles: staff,
    menu: { label: "Clients", roles: superAdminOnly },
    things: true,
  },
  {
    path: "/pricing",
    page: lazyScreen(() => import("#client/features/products/pricing-page.tsx")),
    roles: superAdminOnly,
    menu: { label: "Pricing", roles: superAdminOnly },
  },
  {
    path: "/settings",
    page: lazyScreen(() => import("#client/features/office/settings/settings-page.tsx")),
    shape: "form",
    roles: everyone,
    menu: { label: "Settings", roles: everyone },
  },
  {
    path: "/invoices",
    page: lazyScreen(() => import("#client/features/invoices/invoices-page.tsx")),
    roles: ["customer"],
    menu: { label: "Invoices", roles: ["customer"], group: "more" },
  },
  {
    path: "/invoices",
    page: lazyScreen(() => import("#client/features/invoices/office-invoices-page.tsx")),
    roles: staff,
    menu: { label: "Invoices", roles: staff, group: "more" },
  },
  {
    path: "/payments",
    page: lazyScreen(() => import("#client/features/payments/payments-page.tsx")),
    roles: staff,
    menu: { label: "Payments", roles: staff, group: "more" },
  },
  {
    path: "/money",
    page: lazyScreen(() => import("#client/features/office/money/money-page.tsx")),
    roles: superAdminOnly,
    menu: { label: "Money", roles: superAdminOnly, group: "more" },
  },
  {
    path: "/workshop",
    page: lazyScreen(() => import("#client/features/workshop/board/workshop-page.tsx")),
    offline: ["supplier"],
    roles: notCustomers,
    menu: { label: "Workshop", roles: notCustomers, group: "more" },
    things: true,
  },
  {
    path: "/workshop/bar-plan",
    page: lazyScreen(() => import("#client/features/workshop/plans/bar-plan-page.tsx")),
    offline: ["supplier"],
    roles: notCustomers,
    title: "Bar plan",
  },
  {
    path: "/workshop/plans",
    page: lazyScreen(() => import("#client/features/workshop/plans/plans-page.tsx")),
    offline: ["supplier"],
    roles: makers,
    things: true,
    title: "Bar plans",
  },
  {
    path: "/workshop/offcuts",
    page: lazyScreen(() => import("#client/features/workshop/offcuts/offcuts-page.tsx")),
    offline: ["supplier"],
    roles: makers,
    title: "Offcuts",
  },
  {
    path: "/workshop/scrap",
    page: lazyScreen(() => import("#client/features/workshop/scrap/scrap-page.tsx")),
    offline: ["supplier"],
    roles: makers,
    title: "Scrap",
  },
  // The money page's figures link to these lists.
  {
    path: "/money/margin",
    page: lazyScreen(() => import("#client/features/office/money/margin-page.tsx")),
    roles: superAdminOnly,
    title: "Margins",
  },
  {
    path: "/money/margin/orders",
    page: lazyScreen(() => import("#client/features/office/money/margin-orders-page.tsx")),
    roles: superAdminOnly,
    title: "Margin",
  },
  {
    path: "/money/cash",
    page: lazyScreen(() => import("#client/features/office/money/cash-page.tsx")),
    roles: superAdminOnly,
    title: "Cash by day",
  },
  {
    path: "/money/payouts",
    page: lazyScreen(() => import("#client/features/office/money/payouts-page.tsx")),
    roles: superAdminOnly,
    title: "Stripe's payouts",
  },
  {
    path: "/money/vat",
    page: lazyScreen(() => import("#client/features/office/money/vat-page.tsx")),
    roles: superAdminOnly,
    title: "VAT on sales",
  },
  {
    path: "/money/refunds",
    page: lazyScreen(() => import("#client/features/office/money/refunds-page.tsx")),
    roles: staff,
    title: "Money given back",
  },
  {
    path: "/money/write-offs",
    page: lazyScreen(() => import("#client/features/office/money/write-offs-page.tsx")),
    roles: staff,
    title: "Written off",
  },
  {
    path: "/money/disputes",
    page: lazyScreen(() => import("#client/features/office/money/disputes-page.tsx")),
    roles: staff,
    title: "Disputed card payments",
  },
  // These screens are not in the menu (rule S1): Clients, Settings and the dashboard link to them.
  { path: "/users", page: lazyScreen(() => import("#client/features/users/users-page.tsx")), roles: superAdminOnly, title: "Users" },
  {
    path: "/range",
    page: lazyScreen(() => import("#client/features/products/range-page.tsx")),
    roles: ["customer"],
    title: "What you can order",
  },
  {
    path: "/referrals",
    page: lazyScreen(() => import("#client/features/referrals/referrals-page.tsx")),
    roles: everyone,
    title: "Referrals",
  },
  {
    path: "/errors",
    page: lazyScreen(() => import("#client/features/office/errors/errors-page.tsx")),
    roles: staff,
    title: "Error Tracking",
  },
  {
    path: "/audit",
    page: lazyScreen(() => import("#client/features/office/audit/audit-page.tsx")),
    roles: superAdminOnly,
    title: "Audit trail",
  },
];

export function screenAt(path: string, role: Role): Route | undefined {
  const list = path.replace(/\/[1-9]\d*$/, "");
  return ROUTES.find((route) => route.path === (route.things ? list : path) && route.roles.includes(role));
}

/** The entries of one of a role's two menu groups. */
export const listMenuRoutes = (role: Role, group?: "more"): readonly Route[] =>
  ROUTES.filter(({ menu }) => menu?.roles.includes(role) && menu.group === group);

export const titleOf = (route: Route): string => route.title ?? route.menu?.label ?? "";
