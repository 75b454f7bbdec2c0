import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { Breakable, DateText, Money } from "#client/components/facts/values.tsx";
import { Button, Link } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { calls } from "#client/lib/api.ts";
import { formatCount } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { ApprovalBadge } from "./approval-badge.tsx";
import { type Client, DECISION_LABEL, type Decision, decisionsOn } from "./client.ts";
import { lastDecision } from "./last-decision.ts";

type ClientDetailsDialogProps = { client: Client; onDecide: (decision: Decision) => void; onClose: () => void };

export function ClientDetailsDialog({ client, onDecide, onClose }: ClientDetailsDialogProps) {
  const decisions = can(useUser(), calls.clients.decide) ? decisionsOn(client) : [];
  return (
    <Dialog open onCloseRequest={onClose} title={client.companyName} aside={<ApprovalBadge status={client.approvalStatus} />}>
      <DialogBody>
        <DefinitionList
          facts={[
            { term: "Contact", value: client.contactName },
            {
              term: "Email",
              value: (
                <Link href={`mailto:${client.email}`}>
                  <Breakable text={client.email} />
                </Link>
              ),
            },
            { term: "Address", value: client.address ?? "Not given", whole: true },
            { term: "Orders", value: formatCount(client.ordersCount) },
            { term: "Orders total", value: <Money amount={client.ordersTotal} /> },
            { term: "Last order", value: <DateText value={client.lastOrderAt} missing="None yet" /> },
            { term: "Registered", value: <DateText value={client.createdAt} /> },
            { term: "Decision", value: lastDecision(client), whole: true },
            client.approvalReason !== null && { term: "Reason", value: client.approvalReason, whole: true },
          ]}
        />
      </DialogBody>
      <DialogFooter>
        {decisions.toReversed().map((decision) => (
          <Button key={decision} variant={decision === "approve" ? "primary" : "secondary"} onClick={() => onDecide(decision)}>
            {DECISION_LABEL[decision]}
          </Button>
        ))}
      </DialogFooter>
    </Dialog>
  );
}
