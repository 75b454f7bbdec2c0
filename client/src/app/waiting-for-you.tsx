import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { Link } from "wouter";
import { notificationsQuery } from "#client/features/notifications/notifications.ts";
import { isExpired, type Quote, quoteActions } from "#client/features/quotes/quote-actions.ts";
import { query, useCall } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { quoteNumber, remakeNumber } from "#shared/domain/trade/status.ts";

interface Need {
  readonly words: string;
  readonly path: string;
  readonly loud?: boolean;
  readonly onOpen?: () => void;
}

const counted = (count: number | undefined, one: string, many: string, path: string, loud = false): Need[] =>
  count ? [{ words: count === 1 ? `1 ${one}` : `${count} ${many}`, path, loud }] : [];

/** A list's longest page. Drafts come newest first, and so the valid ones before the expired: more valid ones are said as "200+". */
const MOST_DRAFTS = 200;

/** Each with the way there. Nothing at all when nothing waits. */
export function WaitingForYou() {
  const [now] = useState(() => Date.now());
  const needs = useNeeds(now);
  if (needs.length === 0) return null;
  return (
    <section aria-labelledby="waiting-for-you" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 id="waiting-for-you" className="font-medium">
        Waiting for you
      </h2>
      {/* On a phone one line that scrolls, as the tabs below it: the list begins in sight. */}
      <ul className="flex min-w-0 gap-2 max-md:-mx-page max-md:overflow-x-auto max-md:px-page max-md:[scrollbar-width:none] md:flex-wrap">
        {needs.map(({ words, path, loud, onOpen }) => (
          <li key={path} className="min-w-0 max-md:max-w-72 max-md:shrink-0">
            <Link
              href={path}
              onClick={onOpen}
              className={clsx(
                "flex min-h-control items-center rounded-full px-3 py-1 font-medium underline-offset-4 transition-colors duration-150 hover:underline",
                loud ? "bg-danger-soft text-danger" : "bg-accent-soft text-accent",
              )}
            >
              <span className="truncate">{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The most pressing first. What can't be read is left out: the lists say why. */
function useNeeds(now: number): Need[] {
  const user = useUser();
  const orders = useQuery(query("orders", "counts", {})).data;
  const quotes = useQuery(query("quotes", "counts", {})).data;
  const drafts = useQuery({
    ...query("quotes", "list", { query: { quoteStatus: "draft", limit: String(MOST_DRAFTS) } }),
    enabled: user.mayOrder && Boolean(quotes?.draft),
  }).data;
  const toPlace = drafts?.filter((quote) => quoteActions(user, quote, now).includes("place")) ?? [];
  const last = drafts?.[MOST_DRAFTS - 1];
  const isCut = last !== undefined && !isExpired(last, now);
  // A colleague who may not order is not asked to.
  const forBuyers = user.mayOrder && [
    ...counted(orders?.unpaid, "order to pay", "orders to pay", "/orders?view=unpaid"),
    ...draftsToPlace(toPlace, isCut),
    ...counted(quotes?.sent, "quote to answer", "quotes to answer", "/quotes?status=sent"),
  ];
  return [
    ...counted(orders?.late, "order is late", "orders are late", "/orders?view=late&sort=due", true),
    ...(forBuyers || []),
    ...counted(quotes?.expiring, "quote expires within 7 days", "quotes expire within 7 days", "/quotes?view=expiring"),
    ...useReplies(),
  ];
}

/** New replies to remakes: the newest, and how many more. Opening it marks that remake's notifications as read, as the bell does. */
function useReplies(): Need[] {
  const unread = useInfiniteQuery(notificationsQuery).data?.filter(({ type, read }) => type === "remake_reply" && !read) ?? [];
  const { mutate: markRead } = useCall("notifications", "markRead", { failure: "Failed to mark notification as read" });
  const [newest, ...others] = new Set(unread.map(({ relatedId }) => relatedId));
  if (newest === undefined) return [];
  const about = newest === null ? "a remake" : remakeNumber(newest);
  return [
    {
      words: `A new reply about ${about}${others.length > 0 ? ` and ${others.length} more` : ""}`,
      path: newest === null ? "/remakes" : `/remakes?remake=${newest}`,
      onOpen: () => {
        for (const { id, relatedId } of unread) if (relatedId === newest) markRead({ params: { id } });
      },
    },
  ];
}

function draftsToPlace(drafts: readonly Quote[], isCut: boolean): Need[] {
  const [only, ...others] = drafts;
  if (!only) return [];
  if (others.length === 0)
    return [{ words: `${quoteNumber(only.id)} to place${only.jobName ? `: ${only.jobName}` : ""}`, path: `/?quote=${only.id}` }];
  return [{ words: `${drafts.length}${isCut ? "+" : ""} drafts to place`, path: "/quotes?status=draft" }];
}
