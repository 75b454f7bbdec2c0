import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { Breakable } from "#client/components/facts/values.tsx";
import type { Client } from "./client.ts";
import { lastDecision } from "./last-decision.ts";

/** Who it is, for a decision on them. */
export function ClientFacts({ client }: { client: Client }) {
  return (
    <DefinitionList
      facts={[
        { term: "Contact", value: client.contactName },
        { term: "Email", value: <Breakable text={client.email} /> },
        { term: "Decision", value: lastDecision(client), whole: true },
        client.approvalReason !== null && { term: "Reason", value: client.approvalReason, whole: true },
      ]}
    />
  );
}
