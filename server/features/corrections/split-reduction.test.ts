import fc from "fast-check";
import { expect, test } from "vitest";
import { pence } from "#shared/domain/money.ts";
import { splitCredit } from "#shared/domain/trade/ledger.ts";
import { priceQuote } from "#shared/domain/trade/pricing.ts";
import { splitReduction } from "./split-reduction.ts";

const taxOn = (subtotal: number): number => priceQuote([pence(subtotal)]).taxPence;

/** An invoice with what was credited and written off of it, in pence. */
interface Issued {
  readonly net: number;
  readonly vat: number;
  netCredited: number;
  vatCredited: number;
  writtenOff: number;
}
const newInvoice = (net: number, vat: number): Issued => ({ net, vat, netCredited: 0, vatCredited: 0, writtenOff: 0 });
const restOf = ({ net, vat, netCredited, vatCredited, writtenOff }: Issued) => {
  const [netLeft, vatLeft] = [net - netCredited, vat - vatCredited];
  return { netLeft, vatLeft, room: netLeft + vatLeft - writtenOff };
};

/**
 * In pence. Of an order of a few pounds, a written-off invoice may leave room for a penny without the
 * VAT that it needs.
 */
const LEAST_ORDER = 5000;

/** A correction to a share of the order's present price, a credit by hand, or a write-off. */
const step = fc.record({
  deed: fc.constantFrom("correct", "correct", "correct", "credit", "write off"),
  share: fc.integer({ min: 0, max: 160 }),
  invoice: fc.nat(),
});

test("reductions beside credits by hand and write-offs credit the VAT of the order to the penny for each of them", () => {
  let corrections = 0;
  const order = fc.property(
    fc.integer({ min: LEAST_ORDER, max: 400_000_000 }),
    fc.array(step, { minLength: 3, maxLength: 25 }),
    (start, steps) => {
      let subtotal = start;
      const invoices = [newInvoice(start, taxOn(start))];
      let [vatOfCorrections, byHand] = [0, 0];
      for (const { deed, share, invoice: which } of steps) {
        const invoice = invoices[which % invoices.length] as Issued;
        const most = Math.floor((restOf(invoice).room * Math.min(share, 100)) / 100);
        if (deed === "credit") byHand += 1;
        if (deed === "write off") invoice.writtenOff += most;
        else if (deed === "credit") {
          const before = { grossPence: pence(invoice.netCredited + invoice.vatCredited), vatPence: pence(invoice.vatCredited) };
          const whole = { grossPence: pence(invoice.net + invoice.vat), vatPence: pence(invoice.vat) };
          const { netPence, vatPence } = splitCredit(whole, before, pence(most));
          invoice.netCredited += netPence;
          invoice.vatCredited += vatPence;
        } else {
          const wanted = Math.max(LEAST_ORDER, Math.round((subtotal * share) / 100));
          const vat = Math.abs(taxOn(wanted) - taxOn(subtotal));
          const gross = Math.abs(wanted - subtotal) + vat;
          const rests = invoices.map(restOf);
          if (wanted > subtotal) invoices.push(newInvoice(gross - vat, vat));
          else if (gross > rests.reduce((sum, { room }) => sum + room, 0)) continue;
          else {
            const parts = splitReduction(rests, { grossPence: gross, vatPence: vat });
            expect(parts.reduce((sum, part) => sum + part.net + part.vat, 0)).toBe(gross);
            for (const [at, part] of parts.entries()) {
              const { netLeft, vatLeft, room } = rests[at] as (typeof rests)[number];
              expect([part.net >= 0, part.vat >= 0, part.net <= netLeft, part.vat <= vatLeft, part.net + part.vat <= room]).not.toContain(
                false,
              );
              const one = invoices[at] as Issued;
              one.netCredited += part.net;
              one.vatCredited += part.vat;
              vatOfCorrections += part.vat;
            }
          }
          subtotal = wanted;
          corrections += 1;
        }
        const vatOfOrder = invoices.reduce((sum, one) => sum + one.vat, 0) - vatOfCorrections;
        expect(Math.abs(vatOfOrder - taxOn(subtotal))).toBeLessThanOrEqual(byHand);
      }
    },
  );
  fc.assert(order, { numRuns: 3000 });
  expect(corrections).toBeGreaterThan(5000);
});

test("a reduction is wholly on the oldest invoice that can take it", () => {
  const rests = [
    { netLeft: 1000, vatLeft: 200, room: 1000 },
    { netLeft: 5000, vatLeft: 1000, room: 6000 },
  ];
  expect(splitReduction(rests, { grossPence: 1200, vatPence: 200 })).toEqual([
    { net: 0, vat: 0 },
    { net: 1000, vat: 200 },
  ]);
});

test("a reduction over two invoices leaves VAT in proportion on a partly written off one", () => {
  const rests = [
    { netLeft: 50_000, vatLeft: 10_000, room: 12_000 },
    { netLeft: 10_000, vatLeft: 2000, room: 12_000 },
  ];
  expect(splitReduction(rests, { grossPence: 18_000, vatPence: 3000 })).toEqual([
    { net: 10_000, vat: 2000 },
    { net: 5000, vat: 1000 },
  ]);
});
