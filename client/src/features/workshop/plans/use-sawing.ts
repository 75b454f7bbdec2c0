import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useDevice, useDeviceView } from "#client/device/device.ts";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { calls, type Input } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { isFocusLost } from "#client/lib/browser/browser.ts";
import { can, useUser } from "#client/lib/session.ts";
import { type KeptPlan as Plan, type PlanBar, sawId, sawOneId, type Ticked } from "./plan-parts.ts";

const NOT_TICKED = "Failed to tick the bar off";
const NOT_UNDONE = "Failed to undo the bar";

/**
 * A second tap within this time is an accidental double tap, on the bars that have moved into the
 * first ones' position.
 */
const DOUBLE_TAP_MS = 600;

/** Older than any mark: the screen knows the bar, and it is not marked. */
const NOTHING_SEEN = new Date(0).toISOString();

type SawnInput = Input<"workshop", "sawn">;
const isUndo = ({ body }: Pick<SawnInput, "body">): boolean => body?.sawn === false;
const describe = (input: SawnInput): string =>
  `Bar ${input.params.bar} of plan ${input.params.id} ${isUndo(input) ? "not sawn after all" : "sawn"}`;

/** The reason why a bar's mark or its undo was refused. */
interface Failure {
  readonly isUndo: boolean;
  readonly sentence: string;
}

/**
 * Marks bars as sawn and undoes that. A press is displayed at once; presses are sent in their
 * order, and a supplier's device stores them first (rule W51).
 * @param toSaw the numbers of the bars that are still to be sawn
 * @param onNext opens the section of the bar that is next
 */
export function useSawing({ id, profiles }: Plan, toSaw: readonly number[], onNext: (bar: number) => void) {
  const client = useQueryClient();
  const device = useDevice();
  const user = useUser();
  const { waiting, refused } = useDeviceView();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Ticked>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<number, Failure>>(new Map());
  const [lastPress, setLastPress] = useState<readonly number[]>([]);
  const last = useRef({ next: 0, single: false, at: Number.NEGATIVE_INFINITY });
  const order = useRef<Promise<unknown>>(Promise.resolve());
  const sawing = useStoredCall("workshop", "sawn", { failure: null, describe });

  const barOf = (bar: number): PlanBar | undefined => profiles.flatMap(({ bars }) => bars).find((each) => each.bar === bar);
  const seenOf = (bar: number): string => {
    const sawn = barOf(bar)?.sawn;
    // A press that the server does not know yet has no company.
    return sawn && sawn.by.companyName !== "" ? sawn.at : NOTHING_SEEN;
  };
  const without = <Value>(map: ReadonlyMap<number, Value>, bars: readonly number[]) =>
    new Map([...map].filter(([bar]) => !bars.includes(bar)));

  const send = (inputs: readonly SawnInput[]) => {
    const bars = inputs.map(({ params }) => Number(params.bar));
    setFailures((before) => without(before, bars));
    setOutcomes((before) => without(before, bars));
    const presses = inputs.map((input) => ({ feature: "workshop" as const, name: "sawn" as const, input }));
    for (const { input, key } of device.press(client, presses)) {
      const bar = Number(input.params.bar);
      const before = order.current;
      const make = () => sawing.mutateAsync({ ...input, idempotencyKey: key });
      // A device with an outbox stores each press at once and sends the presses in order.
      const sent = device.outbox().then((outbox) => (outbox ? make() : before.then(make)));
      order.current = sent
        .then(
          (fate) => {
            const reply = "reply" in fate ? fate.reply : null;
            if (reply?.sawn) setOutcomes((known) => new Map(known).set(bar, reply));
          },
          (error: unknown) => {
            const sentence = failureSentence(error as Error, isUndo(input) ? NOT_UNDONE : NOT_TICKED);
            setFailures((known) => new Map(known).set(bar, { isUndo: isUndo(input), sentence }));
          },
        )
        .then(() => device.takeOff(client, [key]));
    }
  };
  const press = (bars: readonly number[], single = false) => {
    if (performance.now() - last.current.at < DOUBLE_TAP_MS) return;
    last.current = { next: Math.max(...bars) + 1, single, at: performance.now() };
    setLastPress(bars);
    send(bars.map((bar) => ({ params: { id, bar }, body: {} })));
  };
  const undo = (bars: readonly number[]) => {
    last.current = { next: Math.min(...bars), single: false, at: performance.now() };
    setLastPress([]);
    send(bars.toReversed().map((bar) => ({ params: { id, bar }, body: { sawn: false, seen: seenOf(bar) } })));
  };

  // The pressed button is no longer rendered, so the focus moves to the next bar's button.
  const waitingBars = toSaw.join();
  useEffect(() => {
    const { next, single } = last.current;
    if (next === 0 || !isFocusLost()) return;
    const remaining = waitingBars === "" ? [] : waitingBars.split(",").map(Number);
    const bar = remaining.find((each) => each >= next) ?? remaining[0];
    if (bar === undefined) return;
    const button = (single && document.getElementById(sawOneId(bar))) || document.getElementById(sawId(bar));
    if (!button) return onNext(bar);
    button.focus({ preventScroll: true });
    // Not every browser has it, and a test's has not.
    button.closest("li")?.scrollIntoView?.({ block: "nearest" });
  });

  const isOf = (input: unknown, bar: number) => {
    const { params } = input as SawnInput;
    return Number(params.id) === id && Number(params.bar) === bar;
  };
  const maySaw = can(user, calls.workshop.sawn);
  return {
    press: maySaw ? press : undefined,
    undo: maySaw ? undo : undefined,
    /** The bars of this screen's last press, which `Undo` undoes. */
    lastPress,
    outcomeOf: (bar: number) => outcomes.get(bar),
    /** True if the bar's press is on this device and waits for the network. */
    waits: (bar: number) => waiting.some((entry) => entry.name === "sawn" && isOf(entry.input, bar)),
    failureOf: (bar: number): Failure | undefined => {
      const later = refused.findLast((entry) => entry.name === "sawn" && isOf(entry.input, bar));
      return (
        failures.get(bar) ?? (later && { isUndo: isUndo(later.input as SawnInput), sentence: (later.refused ?? "").replace(/\.$/, "") })
      );
    },
  };
}
export type Sawing = ReturnType<typeof useSawing>;
