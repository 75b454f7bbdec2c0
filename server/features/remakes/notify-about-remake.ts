import { notifyCustomer as tellOrdersCustomer, notifyMakers as tellOrdersMakers } from "#server/features/orders/notify-thread.ts";

type MailContext = Parameters<typeof tellOrdersMakers>[0];
type News = Parameters<typeof tellOrdersCustomer>[2];

interface Remake {
  readonly id: number;
  readonly orderId: number;
}
const about = ({ id, orderId }: Remake) => ({
  orderId,
  relatedId: id,
  action: { label: "Open the remake", path: `/remakes?remake=${id}` },
});

/** Notifies the customer's person by bell and email (rule R6). */
export const notifyCustomer = (
  context: MailContext,
  remake: Remake & { readonly customerId: number },
  news: Pick<News, "kind" | "subject" | "paragraphs">,
): Promise<void> => tellOrdersCustomer(context, remake.customerId, { ...news, ...about(remake) });

/**
 * Notifies of a new remake or a customer's reply the super admins and to the suppliers who see its
 * order (rules R6, O19).
 */
export const notifyMakers = (context: MailContext, remake: Remake, news: Pick<News, "subject" | "paragraphs">): Promise<void> =>
  tellOrdersMakers(context, { ...news, ...about(remake), kind: "incoming_remake" });
