import { badRequest } from "#server/platform/http/errors.ts";
import { holdsAddress, NO_ADDRESS } from "#shared/domain/web-address.ts";

/**
 * A name that is older than rule C25 may contain an address. It stays valid while nobody changes
 * it, so that the other details can be saved.
 * @throws 400 if the name changed and contains a web address
 */
export function refuseAddress(name: { readonly path: string; readonly typed: string; readonly before: string | undefined }): void {
  if (name.typed !== name.before && holdsAddress(name.typed)) throw badRequest(NO_ADDRESS, [{ path: name.path, message: NO_ADDRESS }]);
}
