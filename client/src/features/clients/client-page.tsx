import { useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ArrowLeft, Plus } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { Address, Breakable, DateText, Money, PhoneLink } from "#client/components/facts/values.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button, buttonClass, linkClass, Link as PlainLink } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { FactsSkeleton } from "#client/components/ui/display/waiting.tsx";
import { calls, query, type Reply, useCall } from "#client/lib/api.ts";
import { formatCount } from "#client/lib/format.ts";
import { can, useNewSession, userQuery, useUser } from "#client/lib/session.ts";
import { ClientAccount } from "./client-account.tsx";
import { ApprovalBadge, describeLastDecision } from "./client-details.tsx";
import { ClientNotes } from "./client-notes.tsx";
import { ClientTerms } from "./client-terms-panel.tsx";
import { ClientTrade } from "./client-trade.tsx";

const ClientProfileDialog = lazyDialog(() => import("./client-profile-dialog.tsx"));

type Client = Reply<"clients", "read">;

/** One client's page for a telephone call: contact, terms, balance, and open orders. */
export default function ClientPage({ id }: { id: number }) {
  const client = useQuery(query("clients", "read", { params: { id } }));
  return (
    <>
      <Link href="/clients" className={clsx(linkClass, "mb-2 inline-flex min-h-control items-center gap-2")}>
        <ArrowLeft aria-hidden className="size-4" />
        Clients
      </Link>
      <QueryView query={client} failure="Failed to fetch the client" skeleton={<FactsSkeleton facts={6} />}>
        {(loaded) => (
          <>
            <ClientHead client={loaded} />
            <div className="grid gap-6 xl:grid-cols-[1fr_22rem]">
              <div className="flex min-w-0 flex-col gap-6">
                <ClientAccount client={loaded} />
                <ClientTrade client={loaded} />
              </div>
              <div className="flex min-w-0 flex-col gap-6">
                <ClientFacts client={loaded} />
                <ClientTerms client={loaded} />
                <ClientPeople client={loaded} />
                <ClientNotes clientId={loaded.id} />
              </div>
            </div>
          </>
        )}
      </QueryView>
    </>
  );
}

function ClientHead({ client }: { client: Client }) {
  const user = useUser();
  const { id, companyName, contactName, phone, approvalStatus } = client;
  return (
    <PageHeader
      title={companyName}
      aside={<ApprovalBadge status={approvalStatus} />}
      description={
        <>
          {contactName}
          {phone !== null && (
            <>
              {" · "}
              <PhoneLink number={phone} />
            </>
          )}
        </>
      }
      action={
        <>
          {can(user, calls.users.impersonate) && approvalStatus === "approved" && <ViewAs client={client} />}
          {can(user, calls.quotes.create) && approvalStatus === "approved" && (
            <Link
              href={`/quotes?new=client-${id}&for=${encodeURIComponent(companyName)}`}
              data-look="primary"
              className={buttonClass("primary")}
            >
              <Plus aria-hidden className="-ml-1 size-4" />
              New Quote for them
            </Link>
          )}
        </>
      }
    />
  );
}

/**
 * Starts View As for the person whom the list names. The email identifies that person among the
 * users.
 */
function ViewAs({ client: { email, contactName } }: { client: Client }) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const newSession = useNewSession();
  const found = useQuery(query("users", "list", { query: { search: email } })).data;
  const person = found?.find((each) => each.email === email);
  const viewAs = useCall("users", "impersonate", {
    failure: "Failed to impersonate user",
    onSuccess: ({ user }) => {
      newSession(user);
      void queries.invalidateQueries({ queryKey: userQuery.queryKey });
      navigate("/");
    },
  });
  if (!person) return null;
  return (
    <Button pending={viewAs.isPending} aria-label={`View As ${contactName}`} onClick={() => viewAs.mutate({ params: { id: person.id } })}>
      View As
    </Button>
  );
}

function ClientFacts({ client }: { client: Client }) {
  const user = useUser();
  const [editing, setEditing] = useState(false);
  const { remakes } = client;
  return (
    <Panel
      title="Details"
      actions={
        can(user, calls.clients.changeProfile) && (
          <Button size="sm" onClick={() => setEditing(true)}>
            Edit details
          </Button>
        )
      }
    >
      <DefinitionList
        facts={[
          { term: "Contact", value: client.contactName },
          { term: "Phone", value: client.phone === null ? "Not given" : <PhoneLink number={client.phone} /> },
          {
            term: "Email",
            value: (
              <PlainLink href={`mailto:${client.email}`}>
                <Breakable text={client.email} />
              </PlainLink>
            ),
            whole: true,
          },
          { term: "Address", value: client.address === null ? "Not given" : <Address text={client.address} />, whole: true },
          { term: "Orders", value: formatCount(client.ordersCount) },
          { term: "Orders total", value: <Money amount={client.ordersTotal} /> },
          { term: "Last order", value: <DateText value={client.lastOrderAt} missing="None yet" /> },
          {
            term: "Remade in 12 months",
            value: `${formatCount(remakes.remade)} of ${formatCount(remakes.windows)} windows (${(remakes.rate * 100).toFixed(1)} %)`,
            whole: true,
          },
          { term: "Decision", value: describeLastDecision(client), whole: true },
        ]}
      />
      {editing && <ClientProfileDialog client={client} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

/**
 * The company's people and their rights, including people who have not joined and people who are
 * suspended.
 */
function ClientPeople({ client: { members, companyName } }: { client: Client }) {
  const user = useUser();
  return (
    <Panel
      title="People"
      actions={
        can(user, calls.users.list) && (
          <Link href={`/users?search=${encodeURIComponent(companyName)}`} className={buttonClass("secondary", "sm")}>
            Open in Users
          </Link>
        )
      }
    >
      <ul aria-label="People" className="divide-y">
        {members.map((member) => (
          <li key={member.id} className="py-2 first:pt-0 last:pb-0">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="flex min-w-0 items-baseline gap-2">
                <span className="min-w-0 font-medium wrap-anywhere">{member.contactName}</span>
                {member.suspended ? (
                  <StatusBadge word="Suspended" tone="neutral" />
                ) : (
                  member.invited && <StatusBadge word="Invited" tone="warning" />
                )}
              </span>
              <span className="text-xs text-muted">{rightsInWords(member)}</span>
            </span>
            <PlainLink href={`mailto:${member.email}`}>
              <Breakable text={member.email} />
            </PlainLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function rightsInWords({ mayOrder, mayManage }: Client["members"][number]): string {
  if (mayOrder && mayManage) return "May order and manage";
  if (mayManage) return "May manage";
  return mayOrder ? "May order" : "May only quote";
}
