import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { call, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { createPasskey, isPasskeyError } from "#client/lib/session/passkeys.ts";
import { renamePasskeyBody } from "#shared/contract/identity/factors.ts";

type PasskeyDialogProps = {
  /** The passkey to rename; undefined adds a passkey. */
  passkey?: { readonly id: number; readonly name: string };
  /** Receives the recovery codes of the first factor. */
  onCodes?: (codes: readonly string[]) => void;
  onClose: () => void;
};

const FAILED = "Failed to save the passkey";
const DEVICES = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android phone"],
  [/Mac/, "Mac"],
  [/Windows/, "Windows PC"],
] as const;
const thisDevice = (): string => DEVICES.find(([sign]) => sign.test(navigator.userAgent))?.[1] ?? "This device";

/** Names a passkey, and lets the browser create a new one (rule A42). */
export default function PasskeyDialog({ passkey, onCodes, onClose }: PasskeyDialogProps) {
  const form = useForm<z.input<typeof renamePasskeyBody>, unknown, z.output<typeof renamePasskeyBody>>({
    resolver: zodResolver(renamePasskeyBody),
    defaultValues: { name: passkey?.name ?? thisDevice() },
  });
  const rename = useCall("factors", "renamePasskey", { success: "Passkey renamed", failure: FAILED, onSuccess: onClose });
  const add = useCall("factors", "addPasskey", {
    success: "Passkey added",
    failure: FAILED,
    onSuccess: ({ recoveryCodes }) => {
      onClose();
      if (recoveryCodes) onCodes?.(recoveryCodes);
    },
  });
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const create = async (name: string) => {
    setFault(null);
    setAsking(true);
    try {
      const response = await createPasskey(await call("factors", "startPasskey", {}));
      add.mutate({ body: { name, response } });
    } catch (error) {
      setFault(error);
    } finally {
      setAsking(false);
    }
  };
  const error = fault ?? rename.error ?? add.error;
  return (
    <FormDialog
      open
      onClose={onClose}
      size="sm"
      title={passkey ? "Rename the passkey" : "Add a passkey"}
      description={passkey ? undefined : "Your device signs you in with your finger, your face or its PIN. You then need no password."}
      form={form}
      onSubmit={({ name }) => (passkey ? rename.mutate({ params: { id: passkey.id }, body: { name } }) : create(name))}
      submitLabel={passkey ? "Save" : "Add the passkey"}
      pending={isAsking || add.isPending || rename.isPending}
      error={error ? (isPasskeyError(error) ? error.message : failureSentence(error, FAILED)) : null}
    >
      <TextField control={form.control} name="name" label="Name" hint="The device or the key, to recognise it in this list." />
    </FormDialog>
  );
}
