import { z } from "zod";

export const MOST_PASSKEYS = 10;
export const WRONG_PASSKEY = "This passkey was not accepted";
/** A challenge is valid for so long. */
export const CHALLENGE_MS = 5 * 60_000;

const bytes = (most: number) =>
  z
    .string(WRONG_PASSKEY)
    .max(most, WRONG_PASSKEY)
    .regex(/^[\w-]+$/, WRONG_PASSKEY);
const credentialId = bytes(1_400);

/** The parts of a browser's reply to `navigator.credentials.create` that the server verifies. */
export const passkeyCreation = z.object(
  { id: credentialId, response: z.object({ clientDataJSON: bytes(4_096), attestationObject: bytes(20_000) }, WRONG_PASSKEY) },
  WRONG_PASSKEY,
);
/** The parts of a browser's reply to `navigator.credentials.get` that the server verifies. */
export const passkeyAssertion = z.object(
  {
    id: credentialId,
    response: z.object({ clientDataJSON: bytes(4_096), authenticatorData: bytes(4_096), signature: bytes(4_096) }, WRONG_PASSKEY),
  },
  WRONG_PASSKEY,
);
export type PasskeyCreation = z.output<typeof passkeyCreation>;
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

const publicKey = z.literal("public-key");
const descriptors = z.array(z.object({ id: z.string(), type: publicKey }));

/** The options of `navigator.credentials.create`, as JSON. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal("none"),
  excludeCredentials: descriptors,
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
});
/** The options of `navigator.credentials.get`, as JSON. An empty list accepts every passkey. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: descriptors,
  userVerification: z.literal("required"),
});
