import type { Seal } from "#server/http/seal.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A queued mail. It may hold a link that opens an account, and every backup contains the queue. */
export interface SealedMail {
  readonly sealed: string;
}

const PURPOSE = "mail";

export const sealMail = (seal: Seal, mail: Mail): SealedMail => ({ sealed: seal.seal(JSON.stringify(mail), PURPOSE) });

/** Also opens a mail that was queued before mails were sealed. @throws when none of our keys sealed it */
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
