/** The dialogs of each role's screens, and the taps that open them. */
export interface PhoneDialog {
  readonly name: string;
  readonly address: string;
  readonly steps: readonly { readonly press: "button" | "menuitem"; readonly called: string | RegExp }[];
}

/** The selector includes the panels of a menu and of the bell. */
export const OPEN = ":is([role=dialog], [role=alertdialog], [role=menu])";

const button = (called: string | RegExp) => ({ press: "button" as const, called });
const item = (called: string | RegExp) => ({ press: "menuitem" as const, called });
const at = (address: string, name: string, ...steps: PhoneDialog["steps"]): PhoneDialog => ({ name, address, steps });

const MORE = /^More actions for/;
const moving = [
  at("/orders", "order details", button(/^View Details of ORD-/)),
  at("/orders", "update an order's status", button(/^View Details of ORD-/), button("Update Status")),
  at("/remakes", "remake details", button(/^View Details of RMK-/)),
  at("/remakes", "update a remake's status", button(/^Update Status of RMK-/)),
  at("/workshop", "scan a label", button("Scan a label")),
];
const selling = [
  at("/quotes", "a quote's menu", button(MORE)),
  at("/quotes", "convert a quote", button(/^Convert to Order, Q-/)),
  at("/quotes?status=draft", "send a quote", button(MORE), item("Send to customer")),
  at("/quotes?status=sent", "accept a quote", button(MORE), item("Accept")),
  at("/quotes", "delete a quote", button(MORE), item("Delete")),
  at("/clients", "client details", button(MORE), item("View details")),
  at("/clients?approvalStatus=approved", "suspend a client", button(MORE), item("Suspend")),
  at("/clients?approvalStatus=pending", "approve a client", button(/^Approve /)),
  at("/products", "edit a shutter type", button(/^Edit /)),
  at("/products", "add a shutter type", button("Add shutter type")),
  at("/errors", "an error", button(/^View/)),
];

export const DIALOGS: Readonly<Record<string, readonly PhoneDialog[]>> = {
  customer: [
    at("/quotes", "menu", button("Open menu")),
    at("/quotes", "notifications", button(/^Notifications/)),
    at("/quotes", "new quote", button("New Quote")),
    at("/quotes", "new quote: a window", button("New Quote"), button("To the windows")),
    at("/quotes", "new quote with what is missing", button("New Quote"), button("Create Quote")),
    at("/quotes", "paste rows", button("New Quote"), button(/^The job/), button("Paste rows")),
    // The second window is unfinished work, so the next form offers to continue it.
    at("/quotes", "new quote: all windows", button("New Quote"), button("Add window"), button(/^Window 2 of 2/)),
    at("/quotes?status=sent", "quote details", button(/^View Q-/)),
    at("/quotes?status=sent", "decline a quote", button(/^View Q-/), button(MORE), item("Decline")),
    // The demo has only one draft that is neither placed nor expired.
    at("/quotes?view=expiring", "change a draft", button(/^View Q-/), button("Edit")),
    at("/quotes?view=expiring", "place an order", button(/^View Q-/), button("Place order")),
    at("/quotes?view=placed", "withdraw a placed draft", button(/^View Q-/), button(MORE), item("Withdraw")),
    at("/quotes?view=expiring", "change a job", button(/^View Q-/), button(MORE), item("Change job or PO")),
    at("/quotes?view=placed", "change a delivery", button(/^View Q-/), button("Change delivery")),
    at("/orders", "order details", button(/^View Details of ORD-/)),
    at("/orders", "the palette", button("Find")),
    at("/settings?tab=people", "invite a person", button("Invite a person")),
    at("/remakes", "request a remake", button("Request Remake")),
    at("/remakes", "remake details", button(/^View Details of RMK-/)),
    at("/remakes", "a photo", button(/^View Details of RMK-/), button(/^Photo 1/)),
    // This dialog is last, because it leaves an unfinished quote behind.
    at("/quotes", "the whole house", button("New Quote"), button("Continue"), button(/^(The job|Window \d of)/), button("Whole house")),
  ],
  supplier: moving,
  admin: selling,
  super_admin: [
    ...moving,
    at("/orders", "delete an order", button(MORE), item("Delete")),
    at("/remakes", "delete a remake", button(MORE), item("Delete")),
    at("/pricing", "add a product", button("Add product")),
    at("/pricing", "edit a product", button(/^Edit /)),
    at("/pricing", "price history", button(MORE), item("Price history")),
    at("/pricing", "archive a product", button(MORE), item("Archive")),
    at("/users", "delete a user", button(MORE), item("Delete")),
    at("/referrals", "pay a commission out", button(/^Mark /)),
    at("/audit", "an entry of the audit trail", button(/^\d{1,2} \w{3}( \d{4})?, \d\d:\d\d/)),
  ],
};
