import { useQuery } from "@tanstack/react-query";
import { Thread } from "#client/components/facts/thread.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { query } from "#client/lib/api.ts";

/** Read anew this often, because an answer to a question has no other news at the bench. */
const READ_EVERY_MS = 60_000;

type MessagesProps = { orderId: number; count: number };

/** The thread of the order at the bench, where its questions are asked (rule W109). */
export default function Messages({ orderId, count }: MessagesProps) {
  const messages = useQuery({ ...query("orders", "messages", { params: { id: orderId } }), refetchInterval: READ_EVERY_MS });
  return (
    <section aria-label="Messages" className="rounded-lg border bg-surface p-4">
      <h2 className="mb-2 font-semibold">Messages</h2>
      <QueryView
        query={messages}
        failure="Failed to load messages"
        awayTitle="The messages need the network"
        skeleton={<TableSkeleton rows={count} />}
      >
        {(said) => <Thread messages={said} below={(each) => (each.to === "office" ? <OfficeOnly /> : null)} />}
      </QueryView>
    </section>
  );
}

const OfficeOnly = () => <p className="mt-1 text-xs text-muted">Office and workshop only.</p>;
