import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useDevice, useDeviceView } from "#client/device/device.ts";
import type { WaitReason } from "#client/device/outbox/outbox.ts";
import { useUndoableCall } from "#client/device/outbox/use-undoable-call.ts";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { type Input, newKey, query, type Reply, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { offerUndo, settleUndo } from "#client/lib/undo.ts";
import type { Day } from "#shared/domain/period.ts";
import type { Carrier } from "#shared/domain/trade/carriers.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { PIECE_STEP_LABEL, PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { recutInWords } from "#shared/domain/window/saw/recuts.ts";
import type { RefusedMark } from "./refused-marks.tsx";

/** One press: a step of one shutter, or of all shutters of a window if `piece` is absent. */
export interface Mark {
  readonly orderId: number;
  readonly itemId: number;
  readonly piece?: number;
  readonly step: PieceStep;
  readonly done: boolean;
  /** The newest mark that the person knew; absent: the newest that the screen knows. */
  readonly seen?: string;
}

/** An order to ship. An absent field does not change; an absent day is the day of the press. */
export interface LeavingOrder {
  readonly id: number;
  readonly shippingDate?: Day;
  readonly carrier?: Carrier | null;
  readonly trackingNumber?: string | null;
  readonly confirmed?: boolean;
}

/** Older than any mark: the screen knows the shutters, and none is marked. */
const NOTHING_SEEN = new Date(0).toISOString();

/** The screen on which marks of many shutters can be undone (rule S17). */
export const WORKSHOP_PLACE = "workshop";

const NOT_MARKED = "Failed to mark the shutters";
const NOT_SHIPPED = "Failed to send the order off";

/** `Cut undone`: the change of a mark in words. */
const changeInWords = ({ step, done }: Pick<Mark, "step" | "done">): string => `${PIECE_STEP_LABEL[step]}${done ? "" : " undone"}`;

/** The result for one order, with the reason if the change waits on this device. */
type Sent = Reply<"workshop", "shipAll">[number] & { readonly waits?: WaitReason };

/**
 * Sends every change of a workshop. A press is displayed at once (`press`); presses are sent in
 * their order; a refusal is reported and reverted. A supplier's device stores each change before
 * sending it (rule W51).
 */
export function useWorkshopCall() {
  const client = useQueryClient();
  const device = useDevice();
  /** The window's name, if its order is in the query cache. */
  const windowOf = (id: number, itemId: number) =>
    client.getQueryData(query("orders", "read", { params: { id } }).queryKey)?.quote.items.find((item) => item.id === itemId)?.name;
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const { refused: storedRefusals } = useDeviceView();
  const [refusals, setRefusals] = useState<readonly (RefusedMark & { readonly orderId: number })[]>([]);
  /** Stores why a change of a shutter was refused, until the person dismisses the reason. */
  const refuseAt = (at: Pick<Mark, "orderId" | "itemId" | "piece"> & { readonly words: string }, error: unknown) => {
    const { orderId, itemId, piece, words } = at;
    const key = newKey();
    const dismiss = () => setRefusals((known) => known.filter((each) => each.key !== key));
    const refusal = { words, sentence: failureSentence(error as Error, NOT_MARKED), dismiss };
    setRefusals((known) => [...known, { orderId, key, itemId, piece, ...refusal }]);
  };
  const refuse = ({ params, body: { itemId, piece, ...change } }: Input<"workshop", "mark">, error: unknown) =>
    refuseAt({ orderId: Number(params.id), itemId, ...(piece !== undefined && { piece }), words: changeInWords(change) }, error);
  /** The marks and recuts whose refusal is not dismissed: of this page, and the device's. */
  const refusedMarks = useMemo(() => {
    const stored = storedRefusals.flatMap((entry) => {
      const dismiss = () => void device.outbox().then((outbox) => outbox?.discard(entry));
      if (entry.name === "cutRecut" && entry.recut) {
        const { itemId, piece } = entry.recut;
        const words = `${entry.input.body.cut ? "Cut again" : "Cut undone"}: ${recutInWords(entry.recut)}`;
        const sentence = (entry.refused ?? "").replace(/\.$/, "");
        return [{ orderId: Number(entry.input.params.id), key: String(entry.id), itemId, piece, words, sentence, dismiss }];
      }
      if (entry.name !== "mark" && entry.name !== "recut") return [];
      const { params, body } = entry.input;
      // A recut's parts name its shutter.
      const [words, piece] = "step" in body ? [changeInWords(body), body.piece] : [`Recut: ${recutInWords(body)}`, undefined];
      const reason = { words, sentence: (entry.refused ?? "").replace(/\.$/, ""), dismiss };
      return [{ orderId: Number(params.id), key: String(entry.id), itemId: body.itemId, piece, ...reason }];
    });
    return [...stored, ...refusals];
  }, [storedRefusals, refusals, device]);
  const describe = ({ params, body: { itemId, piece, step, done } }: Input<"workshop", "mark">) => {
    const id = Number(params.id);
    const shutter = piece !== undefined && `shutter ${piece}`;
    return [changeInWords({ step, done }), windowOf(id, itemId), shutter, orderNumber(id)].filter(Boolean).join(", ");
  };
  const marking = useStoredCall("workshop", "mark", {
    failure: NOT_MARKED,
    describe,
  });
  // A stored call would first wait for a newer offer to undo, which waits for these marks.
  const marksHeld = useCall("workshop", "mark", { failure: NOT_MARKED });
  const holdMarks = useUndoableCall("workshop", "mark", describe);
  const shipping = useStoredCall("workshop", "ship", {
    failure: null,
    describe: ({ params: { id }, body: { trackingNumber } }) =>
      ["Shipped", orderNumber(Number(id)), trackingNumber].filter(Boolean).join(", "),
  });
  const shippingAll = useCall("workshop", "shipAll", { failure: NOT_SHIPPED });
  const key = useIdempotencyKey();

  /**
   * The newest mark of these shutters that this screen knows. The server refuses an undo after a
   * colleague's newer mark (rule W88).
   */
  const seenOf = ({ orderId, itemId, piece: number }: Pick<Mark, "orderId" | "itemId" | "piece">): string | undefined => {
    const known = client.getQueriesData<Reply<"workshop", "pieces">>({ queryKey: ["workshop", "pieces"] });
    const isOfOrder = (key: QueryKey) => Number((key.at(-1) as Input<"workshop", "pieces"> | undefined)?.params.id) === orderId;
    const pieces = known
      .flatMap(([key, reply]) => (isOfOrder(key) && reply ? reply.pieces : []))
      .filter((piece) => piece.itemId === itemId && (number ?? piece.piece) === piece.piece);
    if (pieces.length === 0) return undefined;
    // A press that the server does not know yet has no company.
    const marks = pieces.flatMap((piece) => PIECE_STEPS.flatMap((step) => piece[step] ?? [])).filter(({ by }) => by.companyName !== "");
    const times = marks.map(({ at, receivedAt = at }) => receivedAt).toSorted();
    return times.at(-1) ?? NOTHING_SEEN;
  };
  const inputOf = (mark: Mark) => {
    const { orderId, ...body } = mark;
    const seen = mark.seen ?? seenOf(mark);
    return { params: { id: orderId }, body: { ...body, ...(seen !== undefined && { seen }) } };
  };

  /** Adds the newest mark that the person sees now, before a question is answered. */
  const withSeen = (marks: readonly Mark[]): Mark[] =>
    marks.map((mark) => {
      const seen = seenOf(mark);
      return seen === undefined ? mark : { ...mark, seen };
    });

  const press = (marks: readonly Mark[]) =>
    device.press(
      client,
      marks.map((each) => ({ feature: "workshop" as const, name: "mark" as const, input: inputOf(each) })),
    );
  const removePressed = (pressed: ReturnType<typeof press>) =>
    device.takeOff(
      client,
      pressed.map(({ key }) => key),
    );

  const mark = (marks: readonly Mark[]) => {
    // Earlier presses must be sent first.
    void settleUndo();
    for (const each of press(marks)) {
      const send = () => marking.mutateAsync(each.input);
      // A device with an outbox stores each mark at once and sends the marks in order.
      const before = last.current;
      const sent = device
        .outbox()
        .then((outbox) => (outbox ? marking.mutateAsync({ ...each.input, idempotencyKey: each.key }) : before.then(send)));
      last.current = sent.catch((error: unknown) => refuse(each.input, error)).then(() => removePressed([each]));
    }
  };

  /**
   * Delays marks of many shutters until Undo expires, because the first mark emails the customer.
   */
  const markWithUndo = (marks: readonly Mark[], words: string) => {
    const pressed = press(marks);
    const heldMarks = holdMarks(pressed);
    const release = () => {
      const before = last.current;
      const sendEach = async () => {
        // The outbox of a device sends its own marks.
        if (await heldMarks.release()) return;
        await before;
        for (const { input } of pressed) await marksHeld.mutateAsync(input).catch((error: unknown) => refuse(input, error));
      };
      last.current = sendEach()
        .catch(() => {})
        .then(() => removePressed(pressed));
      return last.current;
    };
    const undo = () => {
      removePressed(pressed);
      heldMarks.drop();
    };
    offerUndo({ place: WORKSHOP_PLACE, words, undo, commit: ({ leaving }) => (leaving ? heldMarks.leave() : release()) });
  };

  const shipOne = (leaving: LeavingOrder): Promise<Sent> => {
    const { id, ...body } = leaving;
    return shipping.mutateAsync({ params: { id }, body, idempotencyKey: key(leaving) }).then(
      (fate) => ({ id, ok: true, error: null, ...("waits" in fate && { waits: fate.waits }) }),
      (error: unknown) => ({ id, ok: false, error: failureSentence(error, NOT_SHIPPED) }),
    );
  };
  /**
   * Resolves to each order's outcome, with the reason of a failure. Rejects if the outcome is
   * unknown.
   */
  const ship = async (leaving: readonly LeavingOrder[]): Promise<readonly Sent[]> => {
    // Separate changes let the device report each order's outcome later.
    if ((await device.outbox()) || leaving.length === 1) return Promise.all(leaving.map(shipOne));
    const orders = [...leaving];
    return shippingAll.mutateAsync({ body: { orders }, idempotencyKey: key(orders) });
  };

  return {
    mark,
    hold: markWithUndo,
    withSeen,
    seenOf,
    refuseAt,
    refusedMarks,
    ship,
    isShipping: shipping.isPending || shippingAll.isPending,
  };
}
