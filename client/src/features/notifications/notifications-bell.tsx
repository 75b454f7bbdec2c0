import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { QueryView } from "#client/components/query-view.tsx";
import { IconButton } from "#client/components/ui/icon-button.tsx";
import { Popover } from "#client/components/ui/popover.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { useCall } from "#client/lib/api.ts";
import { destinationOf } from "./destinations.ts";
import { NotificationList } from "./notification-list.tsx";
import { type Notification, notificationsQuery } from "./notifications-query.ts";

const MOST_COUNTED = 99;

/** The customers' bell (§2). */
export function NotificationsBell() {
  const [open, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const notifications = useQuery(notificationsQuery);
  const unread = notifications.data?.filter(({ read }) => !read).length ?? 0;
  const markRead = useCall("notifications", "markRead", { failure: "Failed to mark notification as read" });

  const choose = (notification: Notification) => {
    if (!notification.read) markRead.mutate({ params: { id: notification.id } });
    const destination = destinationOf(notification);
    if (!destination) return;
    setOpen(false);
    // It tells of a change that screens opened earlier have not seen.
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
    <Popover trigger={bell} label="Notifications" open={open} onOpenChange={setOpen} className="max-h-120! w-96 p-0!">
      <h2 className="px-4 pt-4 pb-2 text-base font-semibold">Notifications</h2>
      <QueryView
        query={notifications}
        failure="Failed to load notifications"
        skeleton={<Skeleton className="mx-4 mb-4 h-10" />}
        empty={<p className="px-4 pt-2 pb-6 text-muted">No notifications</p>}
      >
        {(rows) => <NotificationList notifications={rows} onChoose={choose} />}
      </QueryView>
    </Popover>
  );
}
