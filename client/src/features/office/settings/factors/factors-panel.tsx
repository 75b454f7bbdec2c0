import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ListedDate } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { OtherSessionsOffer } from "#client/components/page/other-sessions-offer.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { whyNoPasskeys } from "#client/lib/session/passkeys.ts";
import { MOST_PASSKEYS } from "#shared/contract/identity/passkeys.ts";
import { countOf } from "#shared/domain/text.ts";

const TotpDialog = lazyDialog(() => import("./totp-dialog.tsx"), { size: "sm", fields: 2 });
const PasskeyDialog = lazyDialog(() => import("./passkey-dialog.tsx"), { size: "sm", fields: 1 });
const RecoveryCodesDialog = lazyDialog(() => import("./recovery-codes-dialog.tsx"), { size: "sm", fields: 2 });

type Factors = Reply<"factors", "list">;
type Passkey = Factors["passkeys"][number];
type Open = "app" | "passkey" | "remove-app" | { readonly rename: Passkey } | { readonly remove: Passkey };

/** A person's second factors and recovery codes (rules A37, A38 and A42). */
export function FactorsPanel() {
  const factors = useQuery(query("factors", "list", {}));
  const [open, setOpen] = useState<Open | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setOpen(null);
  const noPasskeys = whyNoPasskeys();
  const present = factors.data && namesOf(factors.data);
  // The factors at the first look, so that the panel knows of a change.
  const [first, setFirst] = useState(present);
  if (first === undefined && present !== undefined) setFirst(present);
  return (
    <Panel
      title="Second factor"
      description="With a passkey, or an authenticator app on your phone, a stolen password alone signs nobody in."
      actions={
        factors.data && (
          <>
            {noPasskeys === null && factors.data.passkeys.length < MOST_PASSKEYS && (
              <Button onClick={() => setOpen("passkey")}>Add a passkey</Button>
            )}
            <Button onClick={() => setOpen("app")}>{factors.data.totp ? "Replace the app" : "Add an authenticator app"}</Button>
          </>
        )
      }
    >
      <QueryView query={factors} failure="Failed to load your factors" skeleton={<TableSkeleton rows={1} columns={3} />}>
        {(data) => <FactorList factors={data} onOpen={setOpen} onCodes={setCodes} />}
      </QueryView>
      {noPasskeys !== null && <p className="mt-3 text-sm text-muted">{noPasskeys}</p>}
      {present !== first && <OtherSessionsOffer className="mt-4" />}
      {open === "app" && <TotpDialog isReplacement={Boolean(factors.data?.totp)} onCodes={setCodes} onClose={close} />}
      {open === "passkey" && <PasskeyDialog onCodes={setCodes} onClose={close} />}
      {open === "remove-app" && <RemoveAppDialog onClose={close} />}
      {typeof open === "object" && open && "rename" in open && <PasskeyDialog passkey={open.rename} onClose={close} />}
      {typeof open === "object" && open && "remove" in open && <RemovePasskeyDialog passkey={open.remove} onClose={close} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Panel>
  );
}

const namesOf = ({ totp, passkeys }: Factors): string => [totp?.createdAt, ...passkeys.map(({ id }) => id)].join();

type FactorListProps = { factors: Factors; onOpen: (open: Open) => void; onCodes: (codes: readonly string[]) => void };

function FactorList({ factors: { totp, passkeys, recoveryCodes }, onOpen, onCodes }: FactorListProps) {
  const renew = useCall("factors", "renewRecoveryCodes", {
    failure: "Failed to make new recovery codes",
    onSuccess: ({ recoveryCodes: codes }) => onCodes(codes),
  });
  if (!totp && passkeys.length === 0) return <p className="text-muted">Your password alone signs you in.</p>;
  return (
    <ul className="-my-3 flex flex-col divide-y">
      {passkeys.map((passkey) => (
        <Factor key={passkey.id} kind="Passkey" {...passkey}>
          <Button size="sm" variant="ghost" aria-label={`Rename ${passkey.name}`} onClick={() => onOpen({ rename: passkey })}>
            Rename
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Remove ${passkey.name}`} onClick={() => onOpen({ remove: passkey })}>
            Remove
          </Button>
        </Factor>
      ))}
      {totp && (
        <Factor name="Authenticator app" {...totp}>
          <Button size="sm" variant="ghost" aria-label="Remove the authenticator app" onClick={() => onOpen("remove-app")}>
            Remove
          </Button>
        </Factor>
      )}
      <li className={ITEM}>
        <span className="min-w-0 flex-1 basis-48">
          <span className="block font-medium">Recovery codes</span>
          <span className="text-xs text-muted">{countOf(recoveryCodes, "code")} left, for a lost device. Each signs you in once.</span>
        </span>
        <Button size="sm" variant="ghost" className="max-sm:-ml-3" pending={renew.isPending} onClick={() => renew.mutate({})}>
          Make new codes
        </Button>
      </li>
    </ul>
  );
}

/** The actions stay beside the words; a phone displays them below. */
const ITEM = "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3";

type FactorProps = { name: string; kind?: string; createdAt: string; lastUsedAt: string | null; children: ReactNode };

function Factor({ name, kind, createdAt, lastUsedAt, children }: FactorProps) {
  return (
    <li className={ITEM}>
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium break-words">{name}</span>
        <span className="text-xs text-muted">
          {kind && `${kind} · `}added <ListedDate value={createdAt} /> · last used <ListedDate value={lastUsedAt} time missing="never" />
        </span>
      </span>
      <span className="flex max-sm:-ml-3">{children}</span>
    </li>
  );
}

const FAILED = "Failed to remove it";

function RemoveAppDialog({ onClose }: { onClose: () => void }) {
  const remove = useCall("factors", "removeTotp", { success: "Authenticator app removed", failure: FAILED, onSuccess: onClose });
  return <RemoveDialog title="Remove the authenticator app?" onRemove={() => remove.mutate({})} remove={remove} onClose={onClose} />;
}

function RemovePasskeyDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useCall("factors", "removePasskey", { success: "Passkey removed", failure: FAILED, onSuccess: onClose });
  const onRemove = () => remove.mutate({ params: { id } });
  return <RemoveDialog title={`Remove the passkey “${name}”?`} onRemove={onRemove} remove={remove} onClose={onClose} />;
}

type RemoveDialogProps = {
  title: string;
  onRemove: () => void;
  remove: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown };
  onClose: () => void;
};

function RemoveDialog({ title, onRemove, remove, onClose }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      confirmLabel="Remove"
      danger
      onConfirm={onRemove}
      pending={remove.isPending}
      error={remove.isError ? failureSentence(remove.error, FAILED) : null}
    >
      <p>It signs you in no more. Without another factor your password alone does, and the recovery codes become invalid.</p>
    </ConfirmDialog>
  );
}
