import { z } from "zod";
import { ORDER_STATUSES, PAYMENT_STATUSES } from "#shared/domain/status.ts";
import { commercial } from "#shared/http/visibility.ts";
import { calendarDay, id, instant, pounds } from "#shared/http/wire.ts";
import { companyRef } from "./people.ts";

const day = calendarDay("Dates are written YYYY-MM-DD").nullable();

/** What the lists show of an order. It has its own file because a conversion also replies with it. */
export const orderRow = z.object({
  id,
  quoteId: commercial(id),
  user: companyRef,
  orderStatus: z.enum(ORDER_STATUSES),
  paymentStatus: commercial(z.enum(PAYMENT_STATUSES)),
  createdAt: instant,
  shippingDate: day,
  estimatedArrival: day,
  shippingAddress: z.string(),
  trackingNumber: z.string().nullable(),
  finalTotal: commercial(pounds),
  quote: z.object({ subtotal: commercial(pounds), tax: commercial(pounds), finalTotal: commercial(pounds) }),
});
