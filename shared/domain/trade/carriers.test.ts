import fc from "fast-check";
import { expect, test } from "vitest";
import { CARRIERS, trackingUrlOf } from "./carriers.ts";

test("a tracking number becomes a link to its carrier's page, without its spaces", () => {
  expect(trackingUrlOf({ carrier: "dpd", trackingNumber: "1550 0070 1" })).toBe("https://track.dpd.co.uk/search?reference=155000701");
  expect(trackingUrlOf({ carrier: "own_van", trackingNumber: "7" })).toBeNull();
  expect(trackingUrlOf({ carrier: null, trackingNumber: "7" })).toBeNull();
  expect(trackingUrlOf({ carrier: "dpd", trackingNumber: null })).toBeNull();
});

test("the tracking link stays on the carrier's own page, whatever the number", () => {
  fc.assert(
    fc.property(fc.constantFrom(...CARRIERS), fc.string({ unit: "grapheme", minLength: 1 }), (carrier, trackingNumber) => {
      const url = trackingUrlOf({ carrier, trackingNumber });
      const plain = trackingUrlOf({ carrier, trackingNumber: "1" });
      if (url === null || plain === null) return;
      const [asked, usual] = [new URL(url), new URL(plain)];
      expect(asked.origin).toBe(usual.origin);
      expect(url).toMatch(/^[\w:/.?=#&%~!*'()-]+$/);
      expect(asked.protocol).toBe("https:");
    }),
  );
});
