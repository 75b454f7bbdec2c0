import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { PasskeyAssertion, PasskeyCreation } from "#shared/contract/identity/passkeys.ts";

interface Options {
  readonly challenge: string;
  /** The address of the page that asks, as a browser reports it. */
  readonly origin: string;
  readonly rpId?: string;
  /** False: the authenticator did not verify its user. */
  readonly isVerified?: boolean;
}

const [USER_PRESENT, USER_VERIFIED, HAS_KEY] = [1, 4, 64];

/** A passkey in software, as an authenticator holds it. */
export function createPasskey(startCounter = 0) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, "base64url"))],
      [-3, Uint8Array.from(Buffer.from(y, "base64url"))],
    ]),
  );
  const id = credentialId.toString("base64url");
  let counter = startCounter;
  const dataOf = ({ origin, rpId = new URL(origin).hostname, isVerified = true }: Options, flags = 0): Buffer => {
    counter += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), head]);
  };
  const clientData = (type: string, { challenge, origin }: Options): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  return {
    id,
    publicKey: Buffer.from(cose).toString("base64url"),
    /** Replies to the options of a new passkey. */
    create(options: Options): PasskeyCreation {
      const length = Buffer.from([0, credentialId.length]);
      const authData = Buffer.concat([dataOf(options, HAS_KEY), Buffer.alloc(16), length, credentialId, cose]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", Uint8Array.from(authData)],
        ]),
      );
      const clientDataJSON = clientData("webauthn.create", options).toString("base64url");
      return { id, response: { clientDataJSON, attestationObject: Buffer.from(attestation).toString("base64url") } };
    },
    /** Replies to the options of a request for a passkey. */
    use(options: Options): PasskeyAssertion {
      const [authenticatorData, client] = [dataOf(options), clientData("webauthn.get", options)];
      const signed = Buffer.concat([authenticatorData, createHash("sha256").update(client).digest()]);
      const texts = { authenticatorData, clientDataJSON: client, signature: sign("sha256", signed, privateKey) };
      const [data, json, signature] = Object.values(texts).map((bytes) => bytes.toString("base64url"));
      return { id, response: { authenticatorData: data ?? "", clientDataJSON: json ?? "", signature: signature ?? "" } };
    },
    /** Sets the counter back, as on a device that was copied before its last uses. */
    rewind(to: number) {
      counter = to;
    },
  };
}
export type TestPasskey = ReturnType<typeof createPasskey>;
