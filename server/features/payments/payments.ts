import type { Handlers } from "#server/house.ts";
import type { payments as contract } from "#shared/contract/payments.ts";
import { confirmPayment } from "./confirm-payment.ts";
import { payQuote } from "./pay-quote.ts";
import { saveKeys } from "./save-keys.ts";
import { storedSettings } from "./stripe-settings.ts";

/** Paying a quote by card, and the keys it takes (rule Y2). */
export const paymentHandlers: Handlers<typeof contract> = {
  pay: payQuote,
  confirm: confirmPayment,
  config: async ({ db }) => {
    const settings = await storedSettings(db);
    return { publicKey: settings?.publicKey ?? null, configured: settings !== undefined };
  },
  configure: saveKeys,
};
