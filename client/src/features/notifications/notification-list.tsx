import { clsx } from "clsx";
import { DateText } from "#client/components/facts/date-text.tsx";
import { Badge } from "#client/components/ui/display/badge.tsx";
import type { Notification } from "./notifications-query.ts";

type NotificationListProps = { notifications: readonly Notification[]; onChoose: (notification: Notification) => void };

export function NotificationList({ notifications, onChoose }: NotificationListProps) {
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
              {!notification.read && <Badge look="default">New</Badge>}
            </span>
            <span className="mt-0.5 line-clamp-3 break-words text-text">{notification.message}</span>
            <span className="mt-1 block text-xs text-muted">
              <DateText value={notification.createdAt} time />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
