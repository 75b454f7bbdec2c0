import { and, eq } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import { findStaff, isHere, selectPeople } from "#server/features/companies/people.ts";
import { notifyPeople } from "#server/features/office/notifications/notify-people.ts";
import { inTransaction } from "#server/platform/db/connect.ts";
import { Refusal } from "#server/platform/http/errors.ts";
import type { Jobs } from "#server/platform/jobs/enqueue.ts";
import { nameInMail } from "#server/platform/mail/post.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { WAITING_CLIENTS } from "#shared/domain/notifications.ts";

type Sender = Pick<AppContext, "db" | "post" | "limits">;

/**
 * Notifies the staff of a company that waits for approval (rule A2). A job does it after the reply,
 * so that a registration neither waits for it nor fails by it.
 */
export const registrationTasks = ({ db, post, limits }: Sender) => ({
  "notify-of-registration": async (payload: unknown): Promise<void> => {
    const { userId } = payload as Jobs["notify-of-registration"];
    const [founder] = await selectPeople(db).where(and(eq(users.id, userId), isHere, eq(companies.approvalStatus, "pending")));
    if (!founder) return;
    const company = nameInMail(founder.companyName);
    const message = `${company} (${nameInMail(founder.contactName)}) has registered and cannot sign in before you approve it.`;
    const title = `New registration: ${company}`;
    const isAtOnce = await mayNotifyAtOnce(limits);
    const notice = {
      title,
      message,
      relatedId: founder.companyId,
      letter: { subject: title, paragraphs: [message], action: { label: "Open the waiting clients", path: WAITING_CLIENTS } },
      ...(!isAtOnce && ({ atOnce: false, rings: false } as const)),
    };
    try {
      await inTransaction(db, async (tx) => notifyPeople({ db: tx, post }, "registration", await findStaff(tx), () => notice));
    } catch (error) {
      // The job's next attempt counts the registration again. If the database is away, one count too
      // many does no harm.
      await limits["registration-news"].subtract("staff").catch(() => {});
      throw error;
    }
  },
});

/** Counts a registration. Returns false over the limit, so that a visitor cannot flood the staff. */
async function mayNotifyAtOnce(limits: AppContext["limits"]): Promise<boolean> {
  try {
    await limits["registration-news"].count("staff");
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
