import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { Link } from "wouter";
import { NOTHING_SHOWN_MS, Skeleton, useDelayed } from "#client/components/ui/display/waiting.tsx";
import { notificationsQuery } from "#client/features/office/notifications/notifications.ts";
import { isExpired, type Quote, quoteActions } from "#client/features/quotes/quote-actions.ts";
import { calls, query, type Reply, useCall } from "#client/lib/api.ts";
import { formatCount, formatListed, formatMoney } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { COMPANY_SETTINGS } from "#client/lib/waiting-invoices.ts";
import { nameJob } from "#shared/domain/job-name.ts";
import { WAITING_CLIENTS } from "#shared/domain/notifications.ts";
import { londonDay } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { countOf } from "#shared/domain/text.ts";
import { lateWords } from "#shared/domain/trade/due.ts";
import { waitingInvoices } from "#shared/domain/trade/ledger.ts";
import { orderNumber, quoteNumber, remakeNumber } from "#shared/domain/trade/status.ts";

/** A part of the tasks; null while its query loads. */
type Needs = readonly Need[] | null;

interface Need {
  readonly words: string;
  readonly path: string;
  readonly loud?: boolean;
  readonly onOpen?: () => void;
}

type Words = readonly [one: string, many: string];
interface Extra {
  readonly loud?: boolean;
  /** The sum of the items, in pounds. */
  readonly amount?: number | undefined;
}

/** Formats a count and its amount, such as `4 orders to pay · £8,003.72`. */
function counted(count: number | undefined, nouns: Words, path: string, { loud = false, amount }: Extra = {}): Need[] {
  if (!count) return [];
  return [{ words: withAmount(countOf(count, ...nouns), amount), path, loud }];
}
const withAmount = (words: string, amount: number | undefined): string => (amount ? `${words} · ${formatMoney(amount)}` : words);

/**
 * A list's longest page. Drafts are sorted newest first, so valid drafts precede expired drafts;
 * larger counts display "200+".
 */
const MOST_DRAFTS = 200;

/**
 * The tasks that wait for this person, each with its link. Renders nothing if there are none. All
 * tasks appear together, because each later one would move the page below.
 */
export function WaitingForYou() {
  const [now] = useState(() => Date.now());
  const parts = useNeeds(now);
  const isWaiting = parts.includes(null);
  const isSlow = useDelayed(isWaiting, NOTHING_SHOWN_MS);
  const isLate = useDelayed(isWaiting, LONGEST_WAIT_MS);
  if (isWaiting && !isLate) return <NeedsSkeleton visible={isSlow} />;
  const needs = parts.flatMap((part) => part ?? []);
  if (needs.length === 0) return null;
  return (
    <section aria-labelledby="waiting-for-you" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 id="waiting-for-you" className="font-medium">
        Waiting for you
      </h2>
      {/* On a phone the tasks are one line that scrolls, like the tabs below, so that the list's
          first row is visible. */}
      <ul className="flex min-w-0 gap-2 max-md:-mx-page max-md:overflow-x-auto max-md:px-page max-md:[scrollbar-width:none] md:flex-wrap">
        {needs.map(({ words, path, loud, onOpen }) => (
          <li key={`${path} ${words}`} className="min-w-0 max-md:max-w-72 max-md:shrink-0">
            <Link
              href={path}
              onClick={onOpen}
              className={clsx(
                "flex min-h-control items-center rounded-full px-3 py-1 max-md:rounded-3xl font-medium underline-offset-4 transition-colors duration-150 hover:underline",
                loud ? "bg-danger-soft text-danger" : "bg-accent-soft text-accent",
              )}
            >
              <span title={words} className="min-w-0 max-md:line-clamp-2 max-md:leading-5">
                {words}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The place of one line of tasks, from the start on. Its bars appear when the replies are slow. */
const NeedsSkeleton = ({ visible }: { visible: boolean }) => (
  <div aria-busy="true" className={clsx("mb-4 flex flex-wrap items-center gap-x-3 gap-y-2", !visible && "invisible")}>
    <span aria-hidden className="font-medium">
      Waiting for you
    </span>
    <span aria-hidden className="flex min-w-0 basis-full gap-2 overflow-hidden">
      {["w-28", "w-48", "w-40"].map((width) => (
        <Skeleton key={width} className={`h-control shrink-0 rounded-full ${width}`} />
      ))}
    </span>
  </div>
);

/** One reply that does not come must not hide the other tasks. */
const LONGEST_WAIT_MS = 5000;

/**
 * The parts of the role's tasks, most urgent first. A task whose query fails is omitted: the list's
 * own screen reports the failure.
 */
function useNeeds(now: number): readonly Needs[] {
  const user = useUser();
  const orderCounts = useQuery(query("orders", "counts", {}));
  const quoteCounts = useQuery({ ...query("quotes", "counts", {}), enabled: can(user, calls.quotes.counts) });
  const [orders, quotes] = [orderCounts.data, quoteCounts.data];
  const ofCustomer = useCustomersNeeds(now, orders, quotes);
  const critical = useCritical();
  const next = useNextOnBoard();
  const toApprove = useCompaniesToApprove();
  const reminders = useQuery({ ...query("clients", "noteReminders", {}), enabled: can(user, calls.clients.noteReminders) });
  const late = counted(orders?.late, ["order is late", "orders are late"], "/orders?view=late&sort=due", {
    loud: true,
    amount: orders?.lateAmount,
  });
  const counts = orderCounts.isLoading || quoteCounts.isLoading ? null : [];
  if (user.role === "customer") return [counts, late, ofCustomer];
  if (user.role === "supplier") return [next];
  const { placed, placedAmount } = quotes ?? {};
  return [
    counts,
    critical,
    late,
    invoicesToIssue(orders?.invoicesWaiting, user.role),
    toApprove,
    quotesToOrder(quotes),
    counted(placed, ["order to confirm", "orders to confirm"], "/quotes?view=placed", { amount: placedAmount }),
    counted(orders?.toPayBack, ["order to pay back", "orders to pay back"], "/orders?view=toPayBack", {
      amount: orders?.toPayBackAmount,
    }),
    reminders.isLoading
      ? null
      : (reminders.data ?? []).map(({ client, text }) => ({ words: `${client.name}: ${text}`, path: `/clients/${client.id}` })),
  ];
}

/**
 * Only the super admin can complete the company details; an admin opens the orders without an
 * invoice.
 */
function invoicesToIssue(count: number | undefined, role: Role): Need[] {
  if (!count) return [];
  return [{ words: waitingInvoices(count), path: role === "super_admin" ? COMPANY_SETTINGS : "/orders?invoiced=false", loud: true }];
}

/**
 * Formats `5 to order · 1 paid · £7,584.58`. The amount covers the paid quotes alone, which wait
 * for staff only.
 */
function quotesToOrder(quotes: QuoteCounts): Need[] {
  if (!quotes?.toOrder) return [];
  const { toOrder, toOrderPaid, toOrderPaidAmount } = quotes;
  const words = `${formatCount(toOrder)} to order`;
  const paid = toOrderPaid > 0 ? ` · ${withAmount(`${formatCount(toOrderPaid)} paid`, toOrderPaidAmount)}` : "";
  return [{ words: `${words}${paid}`, path: "/quotes?view=to_order", loud: toOrderPaid > 0 }];
}

/** Formats `2 orders to pay · £5,000.00 due now · £3,003.72 due later`. */
function ordersToPay(orders: OrderCounts): Need[] {
  const { unpaidAmount = 0, unpaidDueNowAmount: now = 0 } = orders ?? {};
  const later = Math.round((unpaidAmount - now) * 100) / 100;
  const sums = [now > 0 && `${formatMoney(now)} due now`, later > 0 && `${formatMoney(later)} due later`].filter((sum) => sum !== false);
  const [need] = counted(orders?.unpaid, ["order to pay", "orders to pay"], "/orders?view=unpaid");
  return need ? [{ ...need, words: [need.words, ...sums].join(" · ") }] : [];
}

type OrderCounts = Reply<"orders", "counts"> | undefined;
type QuoteCounts = Reply<"quotes", "counts"> | undefined;

function useCustomersNeeds(now: number, orders: OrderCounts, quotes: QuoteCounts): Needs {
  const user = useUser();
  const isCustomer = user.role === "customer";
  const { data: drafts, isLoading } = useQuery({
    ...query("quotes", "list", { query: { quoteStatus: "draft", limit: String(MOST_DRAFTS) } }),
    enabled: isCustomer && user.mayOrder && Boolean(quotes?.draft),
  });
  const replies = useReplies(isCustomer);
  if (isLoading || replies === null) return null;
  const toPlace = drafts?.filter((quote) => quoteActions(user, quote, now).includes("place")) ?? [];
  const last = drafts?.[MOST_DRAFTS - 1];
  const isCut = last !== undefined && !isExpired(last, now);
  // A colleague who may not order has no tasks of ordering and paying.
  const forBuyers = user.mayOrder && [
    ...ordersToPay(orders),
    ...draftsToPlace(toPlace, isCut),
    ...counted(quotes?.sent, ["quote to answer", "quotes to answer"], "/quotes?status=sent", { amount: quotes?.sentAmount }),
  ];
  const expiring: Words = ["quote expires within 7 days", "quotes expire within 7 days"];
  return [
    ...(forBuyers || []),
    ...counted(quotes?.expiring, expiring, "/quotes?view=expiring", { amount: quotes?.expiringAmount }),
    ...replies,
  ];
}

const MOST_ERRORS = 20;

/** Critical errors that still have the status "new", for staff. */
function useCritical(): Needs {
  const user = useUser();
  const filters = { status: "new", severity: "critical" } as const;
  const { data: errors, isLoading } = useQuery({
    ...query("errors", "list", { query: { ...filters, limit: String(MOST_ERRORS) } }),
    enabled: can(user, calls.errors.list),
  });
  if (isLoading) return null;
  const count = errors?.length ?? 0;
  if (count === 0) return [];
  const words = `${count}${count === MOST_ERRORS ? "+" : ""} critical ${count === 1 ? "error" : "errors"}`;
  return [{ words, path: `/errors?${new URLSearchParams(filters)}`, loud: true }];
}

const MOST_COMPANIES = 20;

/** Companies that registered and cannot sign in before staff approve them. */
function useCompaniesToApprove(): Needs {
  const user = useUser();
  const { data: companies, isLoading } = useQuery({
    ...query("clients", "list", { query: { approvalStatus: "pending", limit: String(MOST_COMPANIES) } }),
    enabled: can(user, calls.clients.list),
  });
  if (isLoading) return null;
  const [only, ...others] = companies ?? [];
  if (!only) return [];
  const count = `${others.length + 1}${others.length + 1 === MOST_COMPANIES ? "+" : ""}`;
  const words = others.length === 0 ? `${only.companyName} to approve` : `${count} companies to approve`;
  return [{ words, path: WAITING_CLIENTS }];
}

/**
 * A supplier's late orders as its board counts them, without shipped ones, and the first order of
 * the board: the late one, otherwise the one that is due next.
 */
function useNextOnBoard(): Needs {
  const { role } = useUser();
  const first = (late: "true" | "false", enabled: boolean) => ({ ...query("workshop", "list", { query: { late, limit: "1" } }), enabled });
  const late = useQuery(first("true", role === "supplier"));
  const due = useQuery(first("false", role === "supplier" && late.data?.length === 0));
  const totals = useQuery({ ...query("workshop", "totals", { query: { view: "mine" } }), enabled: role === "supplier" });
  if (late.isLoading || due.isLoading || totals.isLoading) return null;
  const lateOnes = counted(totals.data?.late, ["order is late", "orders are late"], "/workshop?late=true", { loud: true });
  const [order] = [...(late.data ?? []), ...(due.data ?? [])];
  if (!order) return lateOnes;
  const job = [orderNumber(order.id), order.jobName].filter(Boolean).join(" ");
  const when = lateWords(order, londonDay(new Date())) ?? (order.dueOn ? `due ${formatListed(order.dueOn)}` : "not dated yet");
  return [...lateOnes, { words: `First on the board: ${job}, ${when}`, path: `/workshop/${order.id}` }];
}

/**
 * The newest unread reply to a remake, and how many more there are. Opening it marks that remake's
 * notifications as read.
 */
function useReplies(enabled: boolean): Needs {
  const { data: notifications, isLoading } = useInfiniteQuery({ ...notificationsQuery, enabled });
  const { mutate: markRead } = useCall("notifications", "markRead", { failure: "Failed to mark notification as read" });
  if (isLoading) return null;
  const unread = notifications?.filter(({ type, read }) => type === "remake_reply" && !read) ?? [];
  const [newest, ...olderReplies] = new Set(unread.map(({ relatedId }) => relatedId));
  if (newest === undefined) return [];
  const about = newest === null ? "a remake" : remakeNumber(newest);
  return [
    {
      words: `A new reply about ${about}${olderReplies.length > 0 ? ` and ${olderReplies.length} more` : ""}`,
      path: newest === null ? "/remakes" : `/remakes?remake=${newest}`,
      onOpen: () => {
        for (const { id, relatedId } of unread) if (relatedId === newest) markRead({ params: { id } });
      },
    },
  ];
}

function draftsToPlace(drafts: readonly Quote[], isCut: boolean): Need[] {
  const [only, ...olderReplies] = drafts;
  if (!only) return [];
  if (olderReplies.length === 0)
    return [
      {
        words: withAmount(`${quoteNumber(only.id)} to place${nameJob(only) ? `: ${nameJob(only)}` : ""}`, only.finalTotal),
        path: `/?quote=${only.id}`,
      },
    ];
  const amount = isCut ? undefined : drafts.reduce((sum, { finalTotal = 0 }) => sum + finalTotal, 0);
  return [{ words: withAmount(`${drafts.length}${isCut ? "+" : ""} drafts to place`, amount), path: "/quotes?status=draft" }];
}
