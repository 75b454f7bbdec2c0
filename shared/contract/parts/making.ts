import { superAdminOnly } from "#shared/domain/roles.ts";
import { privateTo } from "#shared/http/visibility.ts";
import { percent, pounds } from "#shared/http/wire.ts";

/**
 * The cost of making a window, quote or order, and its margin in pounds and in percent of the net
 * price; null without a cost (rule P17). Only the super admin receives these fields, and not while
 * viewing the portal as somebody else.
 */
export const making = {
  makingCost: privateTo(superAdminOnly, pounds.nullable()),
  makingMargin: privateTo(superAdminOnly, pounds.nullable()),
  makingMarginPercent: privateTo(superAdminOnly, percent.nullable()),
};

/** Maps the wire names to the server's names, which carry the unit. */
export const MAKING_INSIDE = {
  makingCost: "makingCostPence",
  makingMargin: "makingMarginPence",
  makingMarginPercent: "makingMarginHundredths",
} as const;
