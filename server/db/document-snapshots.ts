import type { MilliM2 } from "#shared/domain/length.ts";
import type { Pence } from "#shared/domain/money.ts";

/** What a document was made with. It is stored whole, because a name or a price that changes later must not change the document. */

export interface Seller {
  readonly name: string;
  readonly address: string;
  readonly vatNumber: string;
  readonly companyNumber: string;
  readonly email: string;
  readonly phone: string;
}

export interface Customer {
  readonly companyName: string;
  readonly contactName: string;
  readonly address: string | null;
}

export interface Parties {
  readonly seller: Seller;
  readonly customer: Customer;
}

export interface InvoiceLine {
  readonly name: string;
  readonly description: string;
  readonly quantity: number;
  readonly areaM2: MilliM2;
  readonly pricePerM2: Pence;
  readonly taxPercent: number;
  readonly net: Pence;
}

export interface InvoiceSnapshot extends Parties {
  /** So that a later version of the portal knows what it reads. */
  readonly version: 1;
  readonly quoteId: number;
  readonly orderId: number | null;
  readonly deliveredTo: string | null;
  readonly lines: readonly InvoiceLine[];
  readonly subtotal: Pence;
  readonly tax: Pence;
  readonly finalTotal: Pence;
}
