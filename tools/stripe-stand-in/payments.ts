import type { ApiHandler } from "./context.ts";
import { createdFilter, page } from "./lists.ts";
import { missing } from "./stripe-error.ts";

export const retrievePaymentIntent: ApiHandler = ({ context, id }) => {
  const payment = context.state.paymentIntents.get(id);
  if (!payment) throw missing("payment_intent", id, "intent");
  return payment;
};

export const listPaymentIntents: ApiHandler = ({ context, params }) => {
  const created = createdFilter(params);
  return page([...context.state.paymentIntents.values()].filter(created), params, "/v1/payment_intents");
};

export const retrieveCharge: ApiHandler = ({ context, id }) => {
  const charge = context.state.charges.get(id);
  if (!charge) throw missing("charge", id, "id");
  return charge;
};

export const listCharges: ApiHandler = ({ context, params }) => {
  const payment = params.text("payment_intent");
  const created = createdFilter(params);
  const charges = [...context.state.charges.values()].filter((each) => (!payment || each.payment_intent === payment) && created(each));
  return page(charges, params, "/v1/charges");
};
