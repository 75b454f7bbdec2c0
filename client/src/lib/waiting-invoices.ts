/** The tab of Settings where the super admin completes the company details. */
export const COMPANY_SETTINGS = "/settings?tab=company";
