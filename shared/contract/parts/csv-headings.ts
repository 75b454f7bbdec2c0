interface CsvHeading {
  readonly heading: string;
  /** Writes an instant with its time instead of its day alone. */
  readonly time?: true;
  /** The column is for staff only, although other roles receive the key. */
  readonly staff?: true;
}

/** Column orders of CSV lists that differ from the order of the reply's keys. */
export const CSV_ORDER: Readonly<Record<string, string>> = {
  "audit.list":
    "id at actor.name actor.email actor.role actor.id onBehalfOf.name onBehalfOf.email onBehalfOf.role onBehalfOf.id text thing",
  "clients.list": "id companyName contactName email phone address approvalStatus approvalReason approvalDecidedAt approvalDecidedBy people",
  "invoices.list": "number kind invoiceNumber orderId quoteId jobName poNumber",
  "notifications.list": "id createdAt",
  "orders.list":
    "id quoteId jobName poNumber customerName customerPhone customerEmail siteAddress user.companyName user.contactName orderStatus late windows shutters shipped createdAt requiredBy dueOn " +
    "shippingDate estimatedArrival shippingAddress carrier trackingNumber supplier.companyName quote.subtotal quote.tax finalTotal",
  "products.list":
    "id name description basePricePerM2 pricePerM2 nextPrice.pricePerM2 nextPrice.from standardLouverSizes colorOptions widestPanelMm deductionMm densityKgM3 finish " +
    "minimumAreaM2 surcharges leadWeeks createdAt",
  "products.prices": "id at",
  "quotes.list":
    "id orderId jobName poNumber customerName customerPhone customerEmail siteAddress user.companyName user.contactName quoteStatus orderStatus createdAt validUntil placedAt withdrawnAt " +
    "requiredBy shippingAddress itemCount subtotal tax finalTotal",
  "referrals.list": "id referrer.companyName referredUserId referredUser.companyName createdAt commissionEarned",
  "remakes.list":
    "id orderId order.jobName order.poNumber order.user.companyName order.user.contactName status fault windows reason photos repliesCount",
  "workshop.list":
    "id jobName poNumber orderStatus late dueOn requiredBy place windows shutters shipped made progress.cut progress.assembled " +
    "progress.finished progress.packed supplier.companyName",
};

/**
 * Headings that differ from the words of the key: for a key in one list, for a key with its object,
 * or for a key in every list. Null omits the column, because it has no meaning for a person or
 * another column shows it.
 */
const HEADINGS: Readonly<Record<string, string | CsvHeading | null>> = {
  "audit.list.id": "Entry",
  "audit.list.at": { heading: "Time", time: true },
  "audit.list.text": "What",
  "audit.list.changes": null,
  "audit.list.path": null,
  "bookkeeping.list.id": "Export",
  "bookkeeping.list.createdAt": "Made on",
  "clients.list.id": "Client",
  "clients.list.approvalReason": "Reason",
  "clients.list.createdAt": "Registered on",
  "company.people.id": "User",
  "company.people.contactName": "Name",
  "errors.list.id": "Error",
  "errors.list.count": "Times",
  "errors.list.createdAt": { heading: "First seen", time: true },
  "errors.list.lastSeenAt": { heading: "Last seen", time: true },
  "invoices.list.number": "Invoice",
  "invoices.list.invoiceNumber": "Credit on",
  "acceptedBy.name": "Accepted by",
  "acceptedBy.total": "Accepted total",
  "notifications.list.id": "Notification",
  "notifications.list.createdAt": "Received on",
  "notifications.list.type": "Kind",
  "orders.list.id": "Order",
  "orders.list.createdAt": "Ordered on",
  "orders.list.quote.finalTotal": null,
  "workshop.list.shippedBefore": null,
  "payments.list.id": "Payment",
  "payments.list.createdAt": "Recorded on",
  "payments.list.allocations": "Pays",
  "payments.refunds.id": "Refund",
  "payments.refunds.createdAt": "Asked for on",
  "payments.disputes.id": "Dispute",
  "payments.disputes.on": "Opened on",
  "products.list.id": "Shutter type",
  "products.list.createdAt": "Added on",
  "products.list.pricePerM2": "Your price per m²",
  "nextPrice.pricePerM2": "Next price per m²",
  "nextPrice.from": "Next price from",
  "products.prices.id": "Change",
  "products.prices.at": "Changed on",
  "quotes.list.id": "Quote",
  "quotes.list.createdAt": "Quoted on",
  "referrals.list.id": "Referral",
  "referrals.list.createdAt": "Registered on",
  "remakes.list.id": "Remake",
  "remakes.list.createdAt": "Requested on",
  "users.list.id": "User",
  "workshop.list.id": "Order",
  "workshop.suppliers.id": "Supplier",
  "actor.id": "Account",
  "actor.name": "Person",
  "actor.email": "By",
  "onBehalfOf.id": "Their account",
  "onBehalfOf.name": "For person",
  "onBehalfOf.email": "On behalf of",
  "onBehalfOf.role": "Their role",
  "createdBy.id": null,
  "createdBy.contactName": "Made by",
  "by.id": null,
  "by.contactName": "Given back by",
  "clients.notes.id": "Note entry",
  "clients.notes.text": "Note",
  "clients.notes.createdAt": "Written on",
  "clients.notes.by.contactName": "Written by",
  "account.entries.on": "Day",
  "account.entries.text": "What",
  "clients.entries.on": "Day",
  "clients.entries.text": "What",
  "recordedBy.id": null,
  "recordedBy.contactName": "Recorded by",
  "section.name": "Section",
  "section.widthMm": "Section width (mm)",
  "section.thicknessMm": "Section thickness (mm)",
  heightsMm: "Heights (mm)",
  "company.id": null,
  "company.name": "Company",
  "order.id": null,
  "order.user.id": null,
  "quotes.list.orderStatus": "Order status",
  "referrer.id": null,
  "referrer.companyName": "Referred by",
  "replacement.orderId": "Replacement",
  "replacement.orderStatus": "Replacement status",
  "replacement.shippingDate": "Replacement ships on",
  "replacement.estimatedArrival": "Replacement arrives on",
  "replacement.trackingNumber": "Replacement tracking number",
  "replacement.carrier": "Replacement carrier",
  "supplier.id": null,
  "supplier.companyName": { heading: "Made by", staff: true },
  "user.id": null,
  approvalDecidedAt: "Decided on",
  approvalDecidedBy: "Decided by",
  approvalStatus: "Status",
  accountsName: "Name in the accounts",
  archivedAt: "Archived on",
  basePricePerM2: "Price per m²",
  color: "Colour",
  currency: "Currency",
  colorOptions: "Colours",
  commissionEarned: "Commission",
  creditNoteNumber: "Credit note",
  companyName: "Company",
  contactName: "Contact",
  creditLimit: "Credit limit",
  discountPercent: "Discount percent",
  deductionMm: "Deduction of a recess (mm)",
  densityKgM3: "Density (kg per m³)",
  errorMessage: "Message",
  errorType: "Type",
  finalTotal: "Total",
  gross: "Total",
  invoiceNumber: "Invoice",
  leadWeeks: "Lead time (weeks)",
  ip: "From address",
  itemCount: "Windows",
  itemId: "Item",
  jobName: "Job",
  minimumAreaM2: "Minimum area (m²)",
  lastOrderAt: "Last order on",
  lastSeenAt: "Last seen on",
  nominalMm: "Nominal (mm)",
  cutMm: "Cut (mm)",
  lengthMm: "Length (mm)",
  ripMm: "Rip (mm)",
  offcutMm: "Offcut (mm)",
  orderId: "Order",
  orderStatus: "Status",
  ordersCount: "Orders",
  ordersTotal: "Total",
  paidAt: "Paid on",
  paymentStatus: "Payment",
  paymentId: "Payment",
  placedAt: "Placed on",
  poNumber: "PO number",
  quoteId: "Quote",
  quoteStatus: "Status",
  referredUserId: "Client",
  relatedId: "Number",
  remakeId: "Remake",
  repliesCount: "Replies",
  requestPath: "Path",
  standardLouverSizes: "Louvre sizes (mm)",
  stockMm: "Stock (mm)",
  stopMm: "Stop (mm)",
  subtotal: "Net",
  stripePaymentIntentId: "Stripe payment",
  supplierId: null,
  targetId: "Number",
  targetType: "Kind of thing",
  tax: "VAT",
  trackingUrl: null,
  vat: "VAT",
  version: null,
  widestPanelMm: "Widest panel (mm)",
  withdrawnAt: "Withdrawn on",
};

/**
 * Returns the heading of a list's column by its key in the row (`user.companyName`), or null for an
 * omitted column. The default is the key's own words: `accountReference` becomes `Account
 * reference`.
 */
export function csvHeading(list: string, key: string): CsvHeading | null {
  const last = key.slice(key.lastIndexOf(".") + 1);
  const said = [`${list}.${key}`, key, last].map((name) => HEADINGS[name]).find((heading) => heading !== undefined);
  if (said === undefined)
    return { heading: last.charAt(0).toUpperCase() + last.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) };
  return typeof said === "string" ? { heading: said } : said;
}
