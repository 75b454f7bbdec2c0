import { presentTables, USUAL } from "#server/features/companies/workshop-settings.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { areaOf, metresToLength } from "#shared/domain/length.ts";
import { USUAL_OPTIONS } from "#shared/domain/window/fields/window-fields.ts";
import { DEDUCTION, WIDEST_PANEL } from "#shared/domain/window/geometry/shutter-construction.ts";
import { type JobCard, TEST_CARD } from "./layouts/job-card/card.ts";
import type { MakerItem } from "./quotation-parties.ts";

const [WIDE, HIGH] = [metresToLength(1.2), metresToLength(1.4)];

/**
 * Two hinged panels that meet, a mid rail and a frame all round: every usual part and clearance
 * once.
 */
const SAMPLE = {
  ...USUAL_OPTIONS,
  id: 1,
  name: "Test window",
  shutterTypeId: 1,
  shutterType: "Your timber",
  widthTenthMm: WIDE,
  heightTenthMm: HIGH,
  areaMilliM2: areaOf(WIDE, HIGH),
  louverSize: 76,
  layoutCode: "LR",
  facetsMm: null,
  postAngles: null,
  tPostsMm: null,
  midRailHeightsMm: [700],
  tiltSplitMm: null,
  measuredMm: null,
  note: null,
  colorSelection: "Any colour",
  quantity: 1,
  overriddenChecks: [],
  widestPanelMm: WIDEST_PANEL.usual,
  deductionMm: DEDUCTION.usual,
} satisfies MakerItem;

/**
 * The job card of a sample window by the workshop's present table, for a joiner to add up (rule
 * W108).
 */
export async function testCard(db: Db, { companyId, companyName, contactName }: SignedInUser) {
  const present = (await presentTables(db, [companyId])).get(companyId) ?? USUAL;
  const { clearances, sections, lap, trackDepthMm } = present;
  return {
    ...present,
    number: TEST_CARD,
    jobName: null,
    poNumber: null,
    companyName,
    contactName,
    shippingAddress: "Nobody: this card is a test",
    shippingDate: null,
    remakeId: null,
    remake: null,
    bars: [],
    items: [{ ...SAMPLE, clearances, sections, lap, trackDepthMm }],
  } satisfies Omit<JobCard, "productName" | "url" | "createdAt">;
}
