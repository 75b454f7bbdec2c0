import { zodResolver } from "@hookform/resolvers/zod";
import { create } from "qrcode";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Skeleton } from "#client/components/ui/display/waiting.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { confirmTotpBody } from "#shared/contract/identity/factors.ts";

type TotpDialogProps = {
  isReplacement: boolean;
  /** Receives the recovery codes of the first factor. */
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
};

const FAILED = "Failed to add the app";

/** Adds or replaces the authenticator app: its QR code, then its first code (rule A37). */
export default function TotpDialog({ isReplacement, onCodes, onClose }: TotpDialogProps) {
  const form = useForm<z.input<typeof confirmTotpBody>, unknown, z.output<typeof confirmTotpBody>>({
    resolver: zodResolver(confirmTotpBody),
    defaultValues: { code: "" },
  });
  const start = useCall("factors", "startTotp", { failure: null });
  const confirm = useCall("factors", "confirmTotp", {
    success: isReplacement ? "Authenticator app replaced" : "Authenticator app added",
    failure: FAILED,
    onSuccess: ({ recoveryCodes }) => {
      onClose();
      if (recoveryCodes) onCodes(recoveryCodes);
    },
  });
  // React runs effects twice in development; each start replaces the secret of the one before.
  const isStarted = useRef(false);
  const begin = start.mutate;
  useEffect(() => {
    if (!isStarted.current) begin({});
    isStarted.current = true;
  }, [begin]);
  const error = confirm.error ?? start.error;
  return (
    <FormDialog
      open
      onClose={onClose}
      size="sm"
      title={isReplacement ? "Replace the authenticator app" : "Add an authenticator app"}
      description="Scan the picture with an app such as Google Authenticator or 1Password, then enter the six digits that it displays."
      form={form}
      onSubmit={({ code }) => confirm.mutate({ body: { code } })}
      submitLabel="Add the app"
      pending={confirm.isPending}
      submitDisabled={!start.data}
      error={error ? failureSentence(error, FAILED) : null}
    >
      {start.data ? <Secret {...start.data} /> : !start.isError && <Skeleton className="mx-auto size-48 rounded" />}
      <TextField control={form.control} name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" />
    </FormDialog>
  );
}

/** The secret as a picture, and as text for a phone that cannot scan its own screen. */
function Secret({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className="flex flex-col items-center gap-3">
      <a href={uri} aria-label="Open in the authenticator app of this device" className="overflow-hidden rounded">
        <QrCode text={uri} />
      </a>
      <p className="text-center text-sm text-muted">
        Or enter this key by hand:
        <code className="mt-1 block text-text break-all select-all">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
    </div>
  );
}

/** The modules of white that a scanner needs around the code. */
const QUIET = 4;

/** A QR code needs black on white to be read in a dark theme too. */
function QrCode({ text }: { text: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const squares = Array.from(data, (dark, at) => (dark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : "")).join("");
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
      shapeRendering="crispEdges"
      className="size-48"
    >
      <rect x={-QUIET} y={-QUIET} width="100%" height="100%" fill="#fff" />
      <path d={squares} fill="#000" />
    </svg>
  );
}
