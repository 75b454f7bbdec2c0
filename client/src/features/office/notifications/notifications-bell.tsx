import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Bell } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { ListedDate } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Button, IconButton } from "#client/components/ui/control/button.tsx";
import { LoadMore } from "#client/components/ui/display/table.tsx";
import { Skeleton } from "#client/components/ui/display/waiting.tsx";
import { Popover } from "#client/components/ui/overlay/popover.tsx";
import { useCall } from "#client/lib/api.ts";
import { findDestination, type Notification, notificationsQuery, unreadQuery } from "./notifications.ts";

const MOST_COUNTED = 99;

/** The super admin's bell, rendered only while there are unread notifications (rule K6). */
export function OwnersBell() {
  const { data: unread = 0 } = useQuery(unreadQuery);
  const [isOpen, setOpen] = useState(false);
  // An open list stays while its last notification is being read.
  return unread > 0 || isOpen ? <NotificationsBell onOpenChange={setOpen} /> : null;
}

/** The customer's bell (rule K6). */
export function NotificationsBell({ onOpenChange }: { onOpenChange?: (open: boolean) => void }) {
  const [open, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const notifications = useInfiniteQuery(notificationsQuery);
  const { data: unread = 0 } = useQuery(unreadQuery);
  const markRead = useCall("notifications", "markRead", { failure: "Failed to mark notification as read" });
  const markAllRead = useCall("notifications", "markAllRead", { failure: "Failed to mark notifications as read" });

  const openOrClose = (opened: boolean) => {
    setOpen(opened);
    onOpenChange?.(opened);
    // Only the first page stays in the cache: otherwise each poll would fetch all pages that were
    // opened.
    if (!opened)
      client.setQueryData(
        notificationsQuery.queryKey,
        (read) => read && { pages: read.pages.slice(0, 1), pageParams: read.pageParams.slice(0, 1) },
      );
  };
  /**
   * Marks the notifications up to the newest visible one. A notification that arrived meanwhile
   * stays unread.
   */
  const readAll = (rows: readonly Notification[]) => markAllRead.mutate({ body: { upTo: Math.max(...rows.map(({ id }) => id)) } });

  const choose = (notification: Notification) => {
    if (!notification.read) markRead.mutate({ params: { id: notification.id } });
    const destination = findDestination(notification);
    if (!destination) return;
    openOrClose(false);
    // The notification reports a change, so data fetched earlier is out of date.
    void client.invalidateQueries({ queryKey: [destination.feature] });
    navigate(destination.path);
  };

  const count = unread > 0 && (
    <span className="pointer-events-none absolute -top-1 left-[48%] min-w-4.5 rounded-full bg-danger px-1 text-center text-xs/4.5 font-semibold pointer-coarse:top-0 text-danger-on tabular-nums">
      {unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}
    </span>
  );
  const bell = (
    <IconButton
      label={unread > 0 ? `Notifications, ${unread} new` : "Notifications"}
      icon={
        <>
          <Bell />
          {count}
        </>
      }
      className="md:bg-surface md:shadow-raised"
    />
  );
  return (
    <Popover trigger={bell} label="Notifications" open={open} onOpenChange={openOrClose} className="max-h-120! w-96 p-0!">
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 px-4 py-2">
        <h2 className="text-base font-semibold">Notifications</h2>
        {unread > 0 && notifications.data && notifications.data.length > 0 && (
          <Button size="sm" pending={markAllRead.isPending} onClick={() => readAll(notifications.data)}>
            Mark all as read
          </Button>
        )}
      </div>
      <QueryView
        query={notifications}
        failure="Failed to load notifications"
        skeleton={<Skeleton className="mx-4 mb-4 h-10" />}
        empty={
          <div className="px-4 pt-2 pb-6">
            <p>No notifications</p>
            <p className="text-muted">Replies to your remakes and changes to your quotes and orders appear here.</p>
          </div>
        }
      >
        {(rows) => (
          <>
            <NotificationList notifications={rows} onChoose={choose} />
            {notifications.hasNextPage && (
              <div className="border-t px-4">
                <LoadMore
                  count={rows.length}
                  noun={["notification", "notifications"]}
                  hasMore
                  pending={notifications.isFetchingNextPage}
                  onLoadMore={() => void notifications.fetchNextPage()}
                />
              </div>
            )}
          </>
        )}
      </QueryView>
    </Popover>
  );
}

type NotificationListProps = { notifications: readonly Notification[]; onChoose: (notification: Notification) => void };

function NotificationList({ notifications, onChoose }: NotificationListProps) {
  return (
    <ul className="divide-y border-t">
      {notifications.map((notification) => (
        <li key={notification.id}>
          <button
            type="button"
            onClick={() => onChoose(notification)}
            className="block min-h-control w-full px-4 py-3 text-left -outline-offset-2 transition-colors duration-150 hover:bg-raised"
          >
            <span className="flex items-center justify-between gap-3">
              <span className={clsx("min-w-0 break-words", !notification.read && "font-semibold")}>{notification.title}</span>
              {!notification.read && <StatusBadge look="default" tone="accent" word="New" />}
            </span>
            <span className="mt-0.5 line-clamp-3 break-words text-text">{notification.message}</span>
            <span className="mt-1 block text-xs text-muted">
              <ListedDate value={notification.createdAt} time />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
