import type { RequestHandler } from "express";
import { badRequest, unauthorized } from "#server/platform/http/errors.ts";
import { formatSignedInAs, readSignedInAs, SIGNED_IN_AS, SOMEBODY_ELSE, UNREADABLE_PERSON } from "#shared/http/signed-in-as.ts";
import { signedInUser } from "./session.ts";

/**
 * Rejects a request that names another person than the session's (rule A19): another tab of the
 * browser has signed somebody else in. It runs before the request is counted, read or answered, and
 * the refusal does not prolong the other person's session.
 * @throws 400 for a header that names nobody, 401 if the session is somebody else's
 */
export const requireActingUser: RequestHandler = (req, _res, next) => {
  const value = req.get(SIGNED_IN_AS);
  if (value === undefined) return next();
  const named = readSignedInAs(value);
  if (!named) throw badRequest(UNREADABLE_PERSON);
  const user = signedInUser(req);
  if (user && formatSignedInAs(named) !== formatSignedInAs(user)) {
    // express-session updates "last seen" when the reply ends, but only for a request that has a
    // session.
    Reflect.deleteProperty(req, "session");
    throw unauthorized(SOMEBODY_ELSE);
  }
  next();
};
