import { and, eq, isNull } from "drizzle-orm";
import type { Call, Handlers } from "#server/context.ts";
import type { Database, Db } from "#server/platform/db/connect.ts";
import { inTransaction } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, unauthorized } from "#server/platform/http/errors.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { storeProof } from "#server/platform/http/session/recent-proof.ts";
import { isPassword } from "#server/platform/security/passwords.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { WRONG_CODE } from "#shared/contract/identity/factors.ts";
import { WRONG_PASSKEY } from "#shared/contract/identity/passkeys.ts";
import type { proof as contract } from "#shared/contract/identity/proof.ts";
import { attempt } from "./factor-attempts.ts";
import { findFactors } from "./factors.ts";
import { holderOf } from "./passkeys/challenges.ts";
import { redeemPasskey, requestPasskey } from "./passkeys/redeem-passkey.ts";
import { redeemTotp } from "./totp.ts";

/** The proof before protected actions (rule A36). */
export const proofHandlers: Handlers<typeof contract> = {
  options: async ({ db, publicUrl, user, session, now }) => {
    const userId = proverId(user);
    const accepts = await acceptedProofs(db, userId);
    if (!accepts.includes("passkey")) return { accepts };
    return { accepts, passkey: await requestPasskey(db, publicUrl, { holder: holderOf(session), purpose: "prove", now, userId }) };
  },

  prove: async (call) => {
    const { db, user, body, session, now, commit, record } = call;
    const person = await findProver(db, proverId(user));
    const accepts = await acceptedProofs(db, person.id);
    const kind = kindOf(body);
    if (!accepts.includes(kind)) throw badRequest(ASK_FOR[accepts[0] ?? "password"]);
    const isRight = await attempt(call, person, async () => ((await verifyProof(call, person)) ? true : null));
    if (!isRight) throw unauthorized(WRONG[kind]);
    return commit(async (tx) => {
      await storeProof(tx, session.idHash, now);
      record({ targetType: "users", targetId: person.id });
      return null;
    });
  },
};

type Proof = "password" | "totp" | "passkey";
const ASK_FOR = { password: "Enter your password", totp: "Enter a code of your authenticator app", passkey: "Use one of your passkeys" };
const WRONG = { password: "This password is not right", totp: WRONG_CODE, passkey: WRONG_PASSKEY };

type ProveCall = Call<typeof contract.prove>;
const kindOf = ({ code, passkey }: ProveCall["body"]): Proof => {
  if (passkey) return "passkey";
  return code === undefined ? "password" : "totp";
};

function verifyProof({ db, seal, publicUrl, body: { password, code, passkey }, session, now, ip }: ProveCall, person: Prover) {
  const userId = person.id;
  if (passkey)
    return inTransaction(db, (tx) => redeemPasskey(tx, publicUrl, { holder: holderOf(session), purpose: "prove", userId, passkey, now }));
  if (code !== undefined) return inTransaction(db, (tx) => redeemTotp(tx, seal, { userId, code, now }));
  return isPassword(person.passwordHash, password ?? "", networkOf(ip));
}

/** In View As the super admin behind it proves. */
const proverId = (user: SignedInUser): number => user.impersonator?.id ?? user.id;

/** A person who has a second factor proves with it. */
async function acceptedProofs(db: Db | Database, userId: number): Promise<Proof[]> {
  const kinds = (await findFactors(db, userId)).filter((kind) => kind !== "recovery");
  return kinds.length > 0 ? kinds : ["password"];
}

type Prover = Awaited<ReturnType<typeof findProver>>;
async function findProver(db: Db, id: number) {
  const [person] = await db
    .select({ id: users.id, email: users.email, contactName: users.contactName, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  if (!person) throw unauthorized();
  return person;
}
