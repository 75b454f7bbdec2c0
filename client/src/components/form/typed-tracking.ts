import { z } from "zod";
import { api } from "#shared/contract/index.ts";
import { CARRIER_NAME, CARRIERS, type Carrier } from "#shared/domain/trade/carriers.ts";

/** The carriers of a select. A select's value can't be null, so a blank one stands for no carrier. */
export const CARRIER_CHOICES = [
  { value: "", label: "Not stated" },
  ...CARRIERS.map((carrier) => ({ value: carrier, label: CARRIER_NAME[carrier] })),
];

/** A carrier and a tracking number as a form has them; a blank number clears it. */
export const typedTracking = z.object({
  trackingNumber: api.orders.changeTracking.body.shape.trackingNumber,
  carrier: z.enum(["", ...CARRIERS]),
});

/** The form's values for a stored tracking. */
export const trackingToType = ({ carrier, trackingNumber }: { carrier: Carrier | null; trackingNumber: string | null }) => ({
  trackingNumber: trackingNumber ?? "",
  carrier: carrier ?? ("" as const),
});
