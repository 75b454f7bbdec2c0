import { addressParts, fitIntoLines } from "#shared/domain/trade/address-parts.ts";
import { atMost, inert, joinCsvLines } from "./csv-cells.ts";
import { xeroAddress } from "./xero-file.ts";

export interface BookedCustomer {
  readonly id: number;
  readonly name: string;
  readonly accountsName: string | null;
  readonly address: string | null;
}

const SAGE_HEADER = "Account Reference,Account Name,Street 1,Street 2,Town,County,Postcode";
const XERO_HEADER = "*ContactName,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry";

/** The longest name or address line that Sage 50 accepts. */
const LONGEST = 60;
const STREET_LINES = 2;

/**
 * Sage's customer records: account, name, five address lines. The county is always empty, because
 * the portal does not ask for it.
 */
export const sageCustomers = (customers: readonly BookedCustomer[], accounts: ReadonlyMap<number, string>): string =>
  joinCsvLines(
    SAGE_HEADER,
    customers.map(({ id, name, address }) => {
      const { street, city, postcode } = addressParts(address);
      const words = [name, ...fitIntoLines(street, STREET_LINES), city, "", postcode];
      return [accounts.get(id) ?? "", ...words.map((word) => atMost(inert(word), LONGEST))];
    }),
  );

/** Xero's contacts, with the names that the documents have. */
export const xeroCustomers = (customers: readonly BookedCustomer[]): string =>
  joinCsvLines(
    XERO_HEADER,
    customers.map(({ name, accountsName, address }) => [inert(accountsName ?? name), ...xeroAddress(address)]),
  );
