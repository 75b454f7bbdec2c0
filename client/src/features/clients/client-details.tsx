import { Link } from "wouter";
import { type BadgeTone, StatusBadge } from "#client/components/facts/badge.tsx";
import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { Address, Breakable, DateText, Money, PhoneLink } from "#client/components/facts/values.tsx";
import { Button, buttonClass, Link as PlainLink } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { calls } from "#client/lib/api.ts";
import { formatCount, formatDateTime } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { APPROVAL_STATUS_LABEL, type ApprovalStatus } from "#shared/domain/trade/status.ts";
import { type Client, DECISIONS, type Decision, listDecisions } from "./client.ts";

type ClientDetailsDialogProps = {
  client: Client;
  onDecide: (decision: Decision) => void;
  onEdit: () => void;
  onTerms: () => void;
  onClose: () => void;
};

export function ClientDetailsDialog({ client, onDecide, onEdit, onTerms, onClose }: ClientDetailsDialogProps) {
  const user = useUser();
  const decisions = can(user, calls.clients.decide) ? listDecisions(client) : [];
  return (
    <Dialog open onCloseRequest={onClose} title={client.companyName} aside={<ApprovalBadge status={client.approvalStatus} />}>
      <DialogBody>
        <DefinitionList
          facts={[
            { term: "Contact", value: client.contactName },
            {
              term: "Email",
              value: (
                <PlainLink href={`mailto:${client.email}`}>
                  <Breakable text={client.email} />
                </PlainLink>
              ),
            },
            { term: "Phone", value: client.phone === null ? "Not given" : <PhoneLink number={client.phone} /> },
            { term: "People", value: formatCount(client.people) },
            { term: "Address", value: client.address === null ? "Not given" : <Address text={client.address} />, whole: true },
            { term: "Orders", value: formatCount(client.ordersCount) },
            { term: "Orders total", value: <Money amount={client.ordersTotal} /> },
            { term: "Last order", value: <DateText value={client.lastOrderAt} missing="None yet" /> },
            { term: "Registered", value: <DateText value={client.createdAt} /> },
            { term: "Discount", value: client.terms.discountPercent === 0 ? "None" : `${client.terms.discountPercent} %` },
            { term: "Invoices are due", value: daysInWords(client.terms.paymentDays) },
            { term: "Credit limit", value: client.terms.creditLimit === null ? "None" : <Money amount={client.terms.creditLimit} /> },
            client.terms.accountsName !== null && { term: "Name in the accounts", value: client.terms.accountsName },
            { term: "Decision", value: describeLastDecision(client), whole: true },
            client.approvalReason !== null && { term: "Reason", value: client.approvalReason, whole: true },
          ]}
        />
      </DialogBody>
      <DialogFooter>
        <Link href={`/clients/${client.id}`} className={buttonClass()}>
          Open account
        </Link>
        {can(user, calls.clients.changeTerms) && <Button onClick={onTerms}>Terms</Button>}
        {can(user, calls.clients.changeProfile) && <Button onClick={onEdit}>Edit details</Button>}
        {decisions.toReversed().map((decision) => (
          <Button key={decision} variant={decision === "approve" ? "primary" : "secondary"} onClick={() => onDecide(decision)}>
            {DECISIONS[decision].label}
          </Button>
        ))}
      </DialogFooter>
    </Dialog>
  );
}

export const daysInWords = (days: number): string => (days === 0 ? "When issued" : `${days} days after issue`);

export function ClientFacts({ client }: { client: Client }) {
  return (
    <DefinitionList
      facts={[
        { term: "Contact", value: client.contactName },
        { term: "Email", value: <Breakable text={client.email} /> },
        { term: "Decision", value: describeLastDecision(client), whole: true },
        client.approvalReason !== null && { term: "Reason", value: client.approvalReason, whole: true },
      ]}
    />
  );
}

/**
 * Returns "Declined by Ada Marsh on 20 Nov 2026, 14:05", or the date since which the registration
 * waits.
 */
export function describeLastDecision({ approvalStatus, approvalDecidedAt, approvalDecidedBy, createdAt }: Client): string {
  if (!approvalDecidedAt) return approvalStatus === "pending" ? `None yet: waiting since ${formatDateTime(createdAt)}` : "Not recorded";
  const by = approvalDecidedBy ? ` by ${approvalDecidedBy}` : "";
  return `${APPROVAL_STATUS_LABEL[approvalStatus]}${by} on ${formatDateTime(approvalDecidedAt)}`;
}

const TONE = {
  pending: "warning",
  approved: "positive",
  rejected: "danger",
  suspended: "neutral",
} as const satisfies Record<ApprovalStatus, BadgeTone>;

export function ApprovalBadge({ status }: { status: ApprovalStatus }) {
  return <StatusBadge word={APPROVAL_STATUS_LABEL[status]} tone={TONE[status]} />;
}
