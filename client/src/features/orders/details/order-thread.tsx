import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Section } from "#client/components/facts/details-dialog.tsx";
import { Thread } from "#client/components/facts/thread.tsx";
import { PhoneLink } from "#client/components/facts/values.tsx";
import { DateField } from "#client/components/form/date-field.tsx";
import { TextareaField } from "#client/components/form/fields.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { calls, query, type Reply, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence, failureWithReason } from "#client/lib/api-error.ts";
import { formatDate, formatListed } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { api } from "#shared/contract/index.ts";
import { addDays, londonDay, type OrderDate } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { OPEN_ORDER_STATUSES } from "#shared/domain/trade/due.ts";
import { MESSAGE_READERS, type MessageReader, usualReader } from "#shared/domain/trade/message-readers.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import type { OrderRow } from "../order-columns.tsx";
import { describeLateness } from "../order-late.tsx";

type Order = Reply<"orders", "read">;

/**
 * The thread of an order (rule O12). `onWriting` reports whether the message field contains text.
 */
export function OrderThread({ order, onWriting }: { order: Order; onWriting: (writing: boolean) => void }) {
  const user = useUser();
  const { id, messages: count } = order;
  const messages = useMessages(order);
  const [writes, setWrites] = useState(false);
  const isWaiting = messages.data?.at(-1)?.user.role === "customer" || order.late !== null;
  const answers =
    isWaiting && can(user, calls.orders.changeDates) && (OPEN_ORDER_STATUSES as readonly string[]).includes(order.orderStatus);
  return (
    <Section title={count > 0 ? `Messages (${count})` : "Messages"}>
      {count > 0 && (
        <QueryView query={messages} failure="Failed to load messages" skeleton={<TableSkeleton rows={count} />}>
          {(said) => <Thread messages={said} below={(each) => (each.to === "office" ? <HiddenNote /> : null)} />}
        </QueryView>
      )}
      {answers && <DateAnswer order={order} />}
      {writes ? (
        <MessageForm orderId={id} answers={messages.data?.at(-1)} onWriting={onWriting} />
      ) : (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={() => setWrites(true)}>Write a message</Button>
          {user.sellerPhone && (
            <span className="text-muted">
              Or ring us: <PhoneLink number={user.sellerPhone} />
            </span>
          )}
        </p>
      )}
    </Section>
  );
}

const HiddenNote = () => <p className="mt-1 text-xs text-muted">Office and workshop only: the customer does not see this message.</p>;

const useMessages = ({ id, messages }: Pick<Order, "id" | "messages">) =>
  useQuery({ ...query("orders", "messages", { params: { id } }), enabled: messages > 0 });

const FAILED = "Failed to send message";

/** The choice as its writer reads it. */
const readerLabel = (role: Role, reader: MessageReader): string => {
  if (reader === "customer") return "To the customer";
  return role === "supplier" ? "To the office only" : "To the workshop only";
};

type MessageFormProps = {
  orderId: number;
  /** The thread's last message. The answer to one that the customer does not see is not for them either. */
  answers: Reply<"orders", "messages">[number] | undefined;
  onWriting: (writing: boolean) => void;
};

function MessageForm({ orderId, answers, onWriting }: MessageFormProps) {
  const user = useUser();
  const usual = answers?.to === "office" ? "office" : usualReader(user.role);
  const form = useForm({
    defaultValues: { message: "", ...(user.role !== "customer" && { to: usual }) },
    resolver: zodResolver(api.orders.sendMessage.body),
  });
  const keyFor = useIdempotencyKey();
  const [sent, setSent] = useState(0);
  const send = useCall("orders", "sendMessage", {
    success: "Message sent",
    failure: (error) => failureSentence(error, FAILED),
    onSuccess: () => {
      form.reset();
      setSent((count) => count + 1);
      onWriting(false);
    },
  });
  // Repeating the same text after a success sends a new message, so it needs a new key.
  const submit = form.handleSubmit((body) => {
    if (!send.isPending) send.mutate({ params: { id: orderId }, body, idempotencyKey: keyFor([orderId, body, sent]) });
  });
  return (
    <form noValidate onSubmit={submit} onChange={() => onWriting(form.getValues("message").trim() !== "")} className="flex flex-col gap-3">
      {user.role !== "customer" && (
        <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1" disabled={send.isPending}>
          <legend className="sr-only">To whom</legend>
          {MESSAGE_READERS.map((reader) => (
            <label key={reader} className="flex min-h-control items-center gap-2">
              <input type="radio" value={reader} className="size-4 accent-accent pointer-coarse:size-5" {...form.register("to")} />
              {readerLabel(user.role, reader)}
            </label>
          ))}
        </fieldset>
      )}
      <TextareaField control={form.control} name="message" label="Your message" rows={3} readOnly={send.isPending} />
      {send.error && <FailureNote>{failureSentence(send.error, FAILED)}</FailureNote>}
      <div className="flex justify-end">
        <Button type="submit" needsNetwork pending={send.isPending}>
          Send message
        </Button>
      </div>
    </form>
  );
}

/**
 * The customer's next action on a late order: sends a prepared question. While it is unanswered,
 * displays when it was sent.
 */
export function AskWhenItComes({ order }: { order: OrderRow }) {
  const last = useMessages(order).data?.at(-1);
  const keyFor = useIdempotencyKey();
  const sendQuestion = useCall("orders", "sendMessage", {
    success: "We have received your question and will answer by email",
    failure: FAILED,
  });
  const message = `When does it come? It is ${describeLateness(order).join(": ")}.`;
  const question = last?.user.role === "customer" ? last : sendQuestion.data;
  return (
    <Button
      variant="primary"
      pending={sendQuestion.isPending}
      disabled={question !== undefined}
      onClick={() => sendQuestion.mutate({ params: { id: order.id }, body: { message }, idempotencyKey: keyFor([order.id, message]) })}
    >
      {question ? `Asked on ${formatListed(question.createdAt)}` : "Ask when it comes"}
    </Button>
  );
}

const IN_A_WEEK = 7;

/** Saves the new day and sends it to the customer in a message, with one press. */
function DateAnswer({ order }: { order: Order }) {
  const field: OrderDate = order.orderStatus === "shipped" ? "estimatedArrival" : "shippingDate";
  const [day, setDay] = useState<string | null>(() => addDays(londonDay(new Date()), IN_A_WEEK));
  const failure = failureWithReason("Failed to answer");
  const sendDate = useCall("orders", "sendMessage", { success: "Date set, and the customer notified by email", failure });
  const message = day === null ? "" : `${field === "shippingDate" ? "We send it off" : "It arrives"} on ${formatDate(day)}.`;
  const params = { id: order.id };
  const change = useCall("orders", "changeDates", {
    failure,
    onSuccess: () => sendDate.mutate({ params, body: { message, to: "customer" } }),
  });
  // The new shipping day is later than the arrival that was promised.
  const isOver = field === "shippingDate" && day !== null && order.estimatedArrival !== null && order.estimatedArrival < day;
  return (
    <p className="mb-4 flex flex-wrap items-center gap-2">
      <DateField aria-label={`New date of ${orderNumber(order.id)}`} className="w-40" value={day} onChange={setDay} />
      <Button
        pending={change.isPending || sendDate.isPending}
        disabled={day === null}
        onClick={() => change.mutate({ params, body: { [field]: day, ...(isOver && { estimatedArrival: null }) } })}
      >
        {day === null ? "Answer with a date" : `Answer: ${message}`}
      </Button>
    </p>
  );
}
