import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { Section } from "#client/components/facts/details-dialog.tsx";
import { ListedDate } from "#client/components/facts/values.tsx";
import { TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Disclosure } from "#client/components/ui/control/disclosure.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { CHANGE_REQUEST_LABEL } from "#shared/domain/trade/status.ts";
import { cutInWords, differencesInWords } from "#shared/domain/window/text/window-rows.ts";

const CorrectionDialog = lazyDialog(() => import("../../quotes/correct/correction-dialog.tsx"), { size: "xl", tall: true, fields: 7 });

type Order = Reply<"orders", "read">;
type Request = Reply<"orders", "changeRequests">[number];

/**
 * An order's open request with its price and the answer that the person can give (rule O23), and
 * the earlier requests, folded (rule O26).
 */
export function OrderChangeRequests({ order }: { order: Order }) {
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const isOpen = order.changeRequested === true;
  const earlier = order.closedRequests ?? 0;
  const read = useQuery({ ...query("orders", "changeRequests", { params: { id: order.id } }), enabled: isOpen || unfolded });
  if (!isOpen && earlier === 0) return null;
  const open = read.data?.filter(({ status }) => status === "open") ?? [];
  const closed = read.data?.filter(({ status }) => status !== "open") ?? [];
  return (
    <Section title={isOpen ? "Requested change" : "Change requests"}>
      <ol className="flex flex-col gap-4">
        {open.map((request) => (
          <li key={request.id} className="flex flex-col gap-1">
            <RequestWords request={request} />
            <RequestActions order={order} request={request} />
          </li>
        ))}
      </ol>
      {earlier > 0 && (
        <Disclosure open={unfolded} controls={id} onPress={() => setUnfolded(!unfolded)}>
          {`Earlier requests (${earlier})`}
        </Disclosure>
      )}
      {unfolded && (
        <div id={id} className="mt-2">
          {read.error && <p className="text-danger">{failureSentence(read.error, "Failed to load the earlier requests")}</p>}
          <ol className="flex flex-col gap-4 pl-3">
            {closed.map((request) => (
              <li key={request.id} className="flex flex-col gap-1">
                <RequestWords request={request} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </Section>
  );
}

function RequestWords({ request }: { request: Request }) {
  const { text, status, differences, total, problem, cut = [], reason, by, createdAt, answeredAt, answeredBy } = request;
  return (
    <>
      <p className="whitespace-pre-line break-words font-semibold">{text}</p>
      {differencesInWords(differences).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {total && (
        <p className="tabular-nums">
          Total {formatMoney(total.before)} → {formatMoney(total.after)}
        </p>
      )}
      {problem && <p className="text-danger">{problem}</p>}
      {cut.length > 0 && <p className="text-warning">{cutInWords(cut)}</p>}
      {reason && <p className="break-words">Reason: {reason}</p>}
      <p className="text-xs text-muted">
        Requested by {by.contactName} · <ListedDate value={createdAt} time />
      </p>
      {answeredAt !== null && (
        <p className="text-xs text-muted">
          {CHANGE_REQUEST_LABEL[status]}
          {answeredBy && ` by ${answeredBy.contactName}`} · <ListedDate value={answeredAt} time />
        </p>
      )}
    </>
  );
}

function RequestActions({ order, request }: { order: Order; request: Request }) {
  const user = useUser();
  const [declining, setDeclining] = useState(false);
  const [changing, setChanging] = useState(false);
  const params = { id: order.id, requestId: request.id };
  const accept = useCall("orders", "acceptChange", { success: "Change accepted", failure: "Failed to accept the change" });
  const withdraw = useCall("orders", "withdrawChange", { success: "Request withdrawn", failure: "Failed to withdraw the request" });
  if (!isStaff(user.role)) {
    return user.mayOrder ? (
      <div>
        <Button pending={withdraw.isPending} onClick={() => withdraw.mutate({ params })}>
          Withdraw request
        </Button>
      </div>
    ) : null;
  }
  const isCut = (request.cut ?? []).length > 0;
  const press = () =>
    request.windows === null
      ? setChanging(true)
      : accept.mutate({ params, body: { version: order.quote.version ?? 0, ...(isCut && { confirmed: true }) } });
  return (
    <div className="flex flex-wrap gap-2">
      {request.problem === null && (
        <Button variant="primary" pending={accept.isPending} onClick={press}>
          {request.windows === null ? "Make the change" : isCut ? "Accept, although cut" : "Accept"}
        </Button>
      )}
      <Button onClick={() => setDeclining(true)}>Decline</Button>
      {declining && <DeclineDialog params={params} onClose={() => setDeclining(false)} />}
      {changing && <CorrectionDialog order={order} request={request} onClose={() => setChanging(false)} />}
    </div>
  );
}

const DECLINE_FAILED = "Failed to decline the change";

function DeclineDialog({ params, onClose }: { params: { id: number; requestId: number }; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: "" } });
  const decline = useCall("orders", "declineChange", { success: "Change declined", failure: DECLINE_FAILED, onSuccess: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Decline the change?"
      size="sm"
      form={form}
      onSubmit={({ reason }) => decline.mutate({ params, body: { reason } })}
      submitLabel="Decline"
      pending={decline.isPending}
      error={decline.error ? failureSentence(decline.error, DECLINE_FAILED) : null}
    >
      <TextareaField control={form.control} name="reason" label="Reason" hint="The customer reads it in our email." />
    </FormDialog>
  );
}
