/**
 * The carriers' names and tracking pages; null if a carrier has none. A link consists of the
 * carrier's own address and the encoded number, so a number cannot lead to another site.
 */
const TABLE = {
  royal_mail: { name: "Royal Mail", page: "https://www.royalmail.com/track-your-item#/tracking-results/{number}" },
  parcelforce: { name: "Parcelforce", page: "https://www.parcelforce.com/track-trace?trackNumber={number}" },
  dpd: { name: "DPD", page: "https://track.dpd.co.uk/search?reference={number}" },
  dhl: { name: "DHL", page: "https://www.dhl.com/gb-en/home/tracking.html?tracking-id={number}" },
  ups: { name: "UPS", page: "https://www.ups.com/track?tracknum={number}" },
  fedex: { name: "FedEx", page: "https://www.fedex.com/fedextrack/?trknbr={number}" },
  evri: { name: "Evri", page: "https://www.evri.com/track/parcel/{number}" },
  apc: { name: "APC Overnight", page: "https://apc-overnight.com/customers/tracking-customer-portal?jobref={number}" },
  tuffnells: { name: "Tuffnells", page: "https://www.tuffnells.co.uk/track-and-trace/{number}" },
  dx: { name: "DX", page: "https://www.dxdelivery.com/consumer/my-tracking/?tn={number}" },
  own_van: { name: "Own van", page: null },
} as const;

export type Carrier = keyof typeof TABLE;
export const CARRIERS = Object.keys(TABLE) as [Carrier, ...Carrier[]];
export const CARRIER_NAME = Object.fromEntries(CARRIERS.map((carrier) => [carrier, TABLE[carrier].name])) as Record<Carrier, string>;

interface Shipment {
  readonly carrier: Carrier | null;
  readonly trackingNumber: string | null;
}

/**
 * Returns the tracking page of a shipment; null without a number, or if the carrier has no such
 * page.
 */
export function trackingUrlOf({ carrier, trackingNumber }: Shipment): string | null {
  const page = carrier && TABLE[carrier].page;
  return page && trackingNumber ? page.replace("{number}", () => encodeURIComponent(trackingNumber.replace(/\s/g, ""))) : null;
}
