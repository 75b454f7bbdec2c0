import { badRequest } from "#server/platform/http/errors.ts";
import { holdsAddress, NO_ADDRESS } from "#shared/domain/web-address.ts";

/**
 * A name of before rule C11 may hold an address: what else is saved with it is saved as long as
 * nobody changes the name.
 * @throws 400 where it is another and holds a web address
 */
export function refuseAddress(name: { readonly path: string; readonly typed: string; readonly before: string | undefined }): void {
  if (name.typed !== name.before && holdsAddress(name.typed)) throw badRequest(NO_ADDRESS, [{ path: name.path, message: NO_ADDRESS }]);
}
