import type { Seal } from "#server/http/seal.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail as it waits. It may hold a link that opens an account, and the queue stands in every backup. */
export interface SealedMail {
  readonly sealed: string;
}

const PURPOSE = "mail";

export const sealMail = (seal: Seal, mail: Mail): SealedMail => ({ sealed: seal.seal(JSON.stringify(mail), PURPOSE) });

/** Also one that was queued before mails were sealed. @throws when it was sealed by none of our keys */
export function openMail(seal: Seal, queued: SealedMail | Mail): Mail {
  if (!("sealed" in queued)) return queued;
  let opened: string;
  try {
    opened = seal.open(queued.sealed, PURPOSE);
  } catch (error) {
    throw new Error("This mail cannot be opened: ENCRYPTION_KEY has changed since. Set ENCRYPTION_KEY_OLD to the one before it.", {
      cause: error,
    });
  }
  return JSON.parse(opened) as Mail;
}
