import { totpPurpose } from "#server/features/identity/totp.ts";
import { passkeys, recoveryCodes, totpApps } from "#server/schema/identity/factors.ts";
import { PASSWORD } from "#server/testing/portal.ts";
import type { World } from "#server/testing/world.ts";

/** Creates the records that the requests of several calls name. */

type Portal = World["portal"];

/** The key of the customer's authenticator app. */
export const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** Each request begins without a factor, so that each stores the same. */
export async function clearFactors({ db }: Portal): Promise<void> {
  await db.delete(recoveryCodes);
  await db.delete(totpApps);
  await db.delete(passkeys);
}

/** Gives the customer an active authenticator app. */
export async function withApp({ portal, accounts }: World): Promise<void> {
  const [userId, now] = [accounts.customer.id, portal.clock()];
  await clearFactors(portal);
  await portal.db.insert(totpApps).values({ userId, secretSealed: portal.seal.seal(SECRET, totpPurpose(userId)), activeSince: now });
}

let counted = 0;

/** An address that no earlier request contained. */
export const newEmail = (): string => {
  counted += 1;
  return `example-${counted}@company.test`;
};

/** A word of letters that no earlier request contained. */
export const newWord = (): string =>
  newEmail()
    .replace(/\D/g, "")
    .replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");

export const profile = () => ({ companyName: `Seaside ${newWord()}`, contactName: `Ada ${newWord()}`, address: "1 High Street, Lewes" });

export const newPhone = () => `01632 96${newEmail().replace(/\D/g, "")}`;

/** A registration that no earlier request made. */
export const newcomer = () => ({ email: newEmail(), password: PASSWORD, companyName: `Newcomer ${newWord()}`, contactName: "Nora New" });

/** A valid window of the example product. */
export const window = ({ portal, product }: World) => portal.windowOf(product, { name: "Bay" });
