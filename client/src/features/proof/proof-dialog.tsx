import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { PasswordField, TextField } from "#client/components/form/fields.tsx";
import { useSubmitOnce } from "#client/components/form/page-form.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { FormSkeleton } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { callOf, type Reply } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { send } from "#client/lib/send.ts";
import { isPasskeyError, requestAssertion, whyNoPasskeys } from "#client/lib/session/passkeys.ts";
import { PROOF_MINUTES, proveBody } from "#shared/contract/identity/proof.ts";

type Accepted = Reply<"proof", "options">["accepts"][number];
type ProofDialogProps = {
  /** True in View As, where the super admin proves. */
  isViewing: boolean;
  onClose: () => void;
  onProved: () => void;
};

const FAILED = "It could not be confirmed";

/**
 * Requests a password, a code or a passkey before a protected action, which then continues (rule
 * A36).
 */
export default function ProofDialog(props: ProofDialogProps) {
  const options = useQuery({
    queryKey: ["proof", "options"],
    queryFn: async () => (await send(callOf("proof", "options"), {})).data as Reply<"proof", "options">,
    staleTime: 0,
    gcTime: 0,
  });
  const [pending, setPending] = useState(false);
  return (
    <Dialog
      open
      onCloseRequest={() => !pending && props.onClose()}
      title="Confirm that it is you"
      description={`Then what you pressed continues. You are not asked again for ${PROOF_MINUTES} minutes.`}
      size="sm"
      sheet="bottom"
      focus="typing"
    >
      <QueryView query={options} failure={FAILED} skeleton={<FormSkeleton fields={1} />}>
        {({ accepts }) => {
          const typed = accepts.find((kind) => kind !== "passkey");
          const passkey = accepts.includes("passkey") && (
            <PasskeyProof {...props} isAlone={!typed} pending={pending} onPending={setPending} />
          );
          if (!typed) return passkey;
          return (
            <ProofForm {...props} kind={typed} pending={pending} onPending={setPending}>
              {passkey}
            </ProofForm>
          );
        }}
      </QueryView>
    </Dialog>
  );
}

type Pending = { pending: boolean; onPending: (pending: boolean) => void };

/** Requests a passkey: the only kind of proof, or beside the code of an app. */
function PasskeyProof({ isAlone, isViewing, pending, onPending, onClose, onProved }: ProofDialogProps & Pending & { isAlone: boolean }) {
  const [error, setError] = useState<string | null>(null);
  const noPasskeys = whyNoPasskeys();
  const prove = async () => {
    onPending(true);
    setError(null);
    try {
      // A challenge is valid once, so each attempt requests its own.
      const { passkey: options } = (await send(callOf("proof", "options"), {})).data as Reply<"proof", "options">;
      if (options) await send(callOf("proof", "prove"), { body: { passkey: await requestAssertion(options) } });
      onProved();
    } catch (failure) {
      setError(isPasskeyError(failure) ? failure.message : failureSentence(failure, FAILED));
    } finally {
      onPending(false);
    }
  };
  const note = error && <FailureNote>{error}</FailureNote>;
  const label = isViewing ? "Use your own passkey" : "Use your passkey";
  if (!isAlone)
    return (
      noPasskeys === null && (
        <>
          <Button icon={<KeyRound />} pending={pending} onClick={prove}>
            {label}
          </Button>
          {note}
        </>
      )
    );
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <p>{noPasskeys ?? "Your device asks for your finger, your face or its PIN."}</p>
        {note}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={pending}>
          Cancel
        </Button>
        {noPasskeys === null && (
          <Button autoFocus variant="primary" icon={<KeyRound />} pending={pending} onClick={prove}>
            {label}
          </Button>
        )}
      </DialogFooter>
    </>
  );
}

type ProofFormProps = ProofDialogProps & Pending & { kind: Exclude<Accepted, "passkey">; children?: ReactNode };

function ProofForm({ kind, isViewing, pending, onPending, onClose, onProved, children }: ProofFormProps) {
  const name = kind === "totp" ? "code" : "password";
  const form = useForm<z.input<typeof proveBody>, unknown, z.output<typeof proveBody>>({
    resolver: zodResolver(proveBody),
    defaultValues: { [name]: "" },
  });
  const [error, setError] = useState<string | null>(null);
  const submitOnce = useSubmitOnce();
  // The dialog took the focus before it knew which field it has.
  const { setFocus } = form;
  useEffect(() => setFocus(name), [setFocus, name]);

  // A mutation would treat the 401 of a wrong password as the end of the session.
  const prove = async (body: z.output<typeof proveBody>) => {
    onPending(true);
    setError(null);
    try {
      await send(callOf("proof", "prove"), { body });
      onProved();
    } catch (failure) {
      setError(failureSentence(failure, FAILED));
      form.setFocus(name, { shouldSelect: true });
    } finally {
      onPending(false);
    }
  };
  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col squat:flex-none"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void submitOnce(() => form.handleSubmit(prove)(event));
      }}
    >
      <DialogBody className="flex flex-col gap-4">
        {kind === "totp" ? (
          <TextField
            control={form.control}
            name="code"
            label={isViewing ? "A code of your own authenticator app" : "Code of your authenticator app"}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        ) : (
          <PasswordField
            control={form.control}
            name="password"
            label={isViewing ? "Your own password" : "Password"}
            autoComplete="current-password"
          />
        )}
        {error && <FailureNote>{error}</FailureNote>}
        {children}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={pending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={pending}>
          Confirm
        </Button>
      </DialogFooter>
    </form>
  );
}
