import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { type Column, DataTable } from "#client/components/table/data-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { DropdownMenu } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { query, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import type { User } from "#client/lib/session.ts";
import { MOST_WEBHOOKS } from "#shared/contract/identity/webhooks.ts";
import { typesInWords, type Webhook } from "./webhook-words.ts";

const WebhookDialog = lazyDialog(() => import("./webhook-dialog.tsx"), { size: "sm", fields: 6 });
const DeliveriesDialog = lazyDialog(() => import("./deliveries-dialog.tsx"), { size: "lg", fields: 4 });

type Open = { readonly kind: "add" } | { readonly kind: "change" | "deliveries" | "delete"; readonly webhook: Webhook };

/** The webhooks of a company (rules C28 to C31). */
export default function WebhooksPanel({ user }: { user: User }) {
  const webhooks = useQuery(query("webhooks", "list", {}));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const isFull = (webhooks.data?.length ?? 0) >= MOST_WEBHOOKS;
  return (
    <Panel
      title="Webhooks"
      description={
        user.role === "super_admin"
          ? "Your program receives the events of all companies, without amounts."
          : "Your program hears at once when a quote, an order or a remake changes."
      }
      flush
      actions={
        <Button disabled={isFull} onClick={() => setOpen({ kind: "add" })}>
          Add a webhook
        </Button>
      }
    >
      <QueryView
        query={webhooks}
        failure="Failed to load your webhooks"
        skeleton={<TableSkeleton rows={1} columns={3} />}
        empty={<p className="border-t px-4 py-6 text-muted">No program receives events yet.</p>}
      >
        {(rows) => (
          <DataTable
            caption="Webhooks"
            frame="flush"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            actions={(webhook) => (
              <>
                <Button size="sm" onClick={() => setOpen({ kind: "deliveries", webhook })}>
                  Deliveries
                </Button>
                <WebhookMenu
                  webhook={webhook}
                  onChange={() => setOpen({ kind: "change", webhook })}
                  onDelete={() => setOpen({ kind: "delete", webhook })}
                />
              </>
            )}
          />
        )}
      </QueryView>
      {open?.kind === "add" && <WebhookDialog role={user.role} onClose={close} />}
      {open?.kind === "change" && <WebhookDialog role={user.role} webhook={open.webhook} onClose={close} />}
      {open?.kind === "deliveries" && <DeliveriesDialog webhook={open.webhook} onClose={close} />}
      {open?.kind === "delete" && <WebhookDeleteDialog webhook={open.webhook} onClose={close} />}
    </Panel>
  );
}

const STOPPED = {
  gone: "Its address replied that it is gone.",
  failing: "Its address accepted nothing for three days.",
} as const satisfies Record<NonNullable<Webhook["stopped"]>, string>;

const COLUMNS: readonly Column<Webhook>[] = [
  {
    id: "url",
    header: "Address",
    name: true,
    cell: ({ url, types, stopped }) => (
      <span className="block min-w-0">
        <span className="block break-all">{url}</span>
        <span className="block text-xs text-muted">{typesInWords(types)}</span>
        {stopped && <span className="block text-xs font-medium text-danger">{STOPPED[stopped]}</span>}
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    place: "head",
    cell: ({ active }) => <StatusBadge word={active ? "On" : "Off"} tone={active ? "positive" : "neutral"} />,
  },
];

type WebhookMenuProps = { webhook: Webhook; onChange: () => void; onDelete: () => void };

function WebhookMenu({ webhook: { id, url, active }, onChange, onDelete }: WebhookMenuProps) {
  const failure = active ? "Failed to switch the webhook off" : "Failed to switch the webhook on";
  const change = useCall("webhooks", "change", { success: active ? "The webhook is off" : "The webhook is on", failure });
  return (
    <DropdownMenu
      label={`More actions for ${url}`}
      pending={change.isPending}
      items={[
        { label: "Change…", onSelect: onChange },
        {
          label: active ? "Switch off" : "Switch on",
          onSelect: () => change.mutate({ params: { id }, body: { active: !active } }),
        },
        { label: "Delete…", danger: true, onSelect: onDelete },
      ]}
    />
  );
}

const FAILED = "Failed to delete the webhook";

function WebhookDeleteDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useCall("webhooks", "delete", { success: "Webhook deleted", failure: FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete this webhook?"
      confirmLabel="Delete"
      danger
      onConfirm={() => remove.mutate({ params: { id: webhook.id } })}
      pending={remove.isPending}
      error={remove.isError ? failureSentence(remove.error, FAILED) : null}
    >
      <p className="break-all">{webhook.url} receives nothing any more, and its deliveries are deleted.</p>
    </ConfirmDialog>
  );
}
