import { and, eq } from "drizzle-orm";
import { users } from "#server/db/schema.ts";
import { notify } from "#server/features/notifications/notify.ts";
import type { Context, Handlers } from "#server/house.ts";
import { conflict, notFound } from "#server/http/errors.ts";
import { endSessions } from "#server/http/session-store.ts";
import { enqueue } from "#server/jobs/enqueue.ts";
import type { clients as contract } from "#shared/contract/clients.ts";
import { APPROVAL_MOVES, APPROVAL_STATUS_LABEL, type ApprovalStatus, canMove } from "#shared/domain/status.ts";
import { findClient, isLiveCustomer, listClients } from "./client-queries.ts";

export const clientHandlers: Handlers<typeof contract> = {
  list: ({ db, query, page }) => listClients(db, query, page),

  decide: async ({ db, post, user, params, body, now, record }) => {
    const [client] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, params.id), isLiveCustomer))
      .for("update");
    if (!client) throw notFound("Client");
    const { approvalStatus: to } = body;
    if (body.from !== undefined && body.from !== client.approvalStatus) {
      throw conflict(
        `Somebody else decided meanwhile: ${client.companyName} is now ${APPROVAL_STATUS_LABEL[client.approvalStatus].toLowerCase()}`,
      );
    }
    if (!canMove<ApprovalStatus>(APPROVAL_MOVES, client.approvalStatus, to)) {
      throw conflict(
        `${client.companyName} is ${APPROVAL_STATUS_LABEL[client.approvalStatus].toLowerCase()} and cannot become ${APPROVAL_STATUS_LABEL[to].toLowerCase()}`,
      );
    }
    const reason = body.reason?.trim() ? body.reason : null;
    await db
      .update(users)
      .set({ approvalStatus: to, approvalReason: reason, approvalDecidedAt: now, approvalDecidedBy: user.id })
      .where(eq(users.id, client.id));
    if (to === "suspended") {
      await endSessions(db, client.id);
      await enqueue(db, "close-tills", {});
    }
    await tellClient({ db, post }, client, to, reason);
    record({ before: { approvalStatus: client.approvalStatus }, after: { approvalStatus: to, reason } });
    const row = await findClient(db, client.id);
    if (!row) throw notFound("Client");
    return row;
  },
};

const NEWS = {
  approved: { subject: "Your account is approved", sentence: "Your account is approved. You can sign in, build quotes and order." },
  rejected: { subject: "Your registration was declined", sentence: "We are sorry: we cannot open an account for you." },
  suspended: { subject: "Your account is suspended", sentence: "Your account is suspended. You cannot sign in until we lift it." },
} as const satisfies Record<Exclude<ApprovalStatus, "pending">, { subject: string; sentence: string }>;

type Client = typeof users.$inferSelect;

async function tellClient(
  { db, post }: Pick<Context, "db" | "post">,
  client: Client,
  to: ApprovalStatus,
  reason: string | null,
): Promise<void> {
  if (to === "pending") return;
  const { subject, sentence } = NEWS[to];
  await post.send(db, {
    to: client.email,
    subject,
    greeting: client.contactName,
    paragraphs: reason ? [sentence, `Reason: ${reason}`] : [sentence],
    ...(to === "approved" && { action: { label: "Sign in", path: "/" } }),
  });
  if (to === "approved") {
    await notify(db, { userId: client.id, type: "account", title: "Account approved", message: sentence, relatedId: null });
  }
}
