import type { RequestHandler } from "express";
import type { AppContext, Handlers } from "#server/context.ts";
import { forbidden, notFound, unauthorized } from "#server/platform/http/errors.ts";
import { signedInUser } from "#server/platform/http/session/session.ts";
import type { retail as contract } from "#shared/contract/retail.ts";
import { questionHandlers } from "./answer-question.ts";
import { businessHandlers, logoOfCompany } from "./business.ts";
import { linkHandlers } from "./links.ts";
import { quotationHandlers } from "./quotation.ts";

/**
 * The calls for a fitter's own customers (docs/rules/retail.md), limited to the fitter's company.
 */
export const retailHandlers: Handlers<typeof contract> = {
  ...businessHandlers,
  ...quotationHandlers,
  ...linkHandlers,
  ...questionHandlers,
};

/** Serves the company's stored logo. */
export const logoHandler =
  ({ db }: AppContext): RequestHandler =>
  async (req, res) => {
    const user = signedInUser(req);
    if (!user) throw unauthorized();
    if (user.impersonator) throw forbidden("This is not possible while you view the portal as somebody else");
    const logo = await logoOfCompany(db, user.companyId);
    if (!logo) throw notFound("Logo");
    res.setHeader("Cache-Control", "private, max-age=86400");
    res.setHeader("Vary", "Cookie");
    res.type(logo.type).setHeader("Content-Length", logo.content.length);
    res.end(logo.content);
  };
