import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useDevice, useDeviceView } from "#client/device/device.ts";
import { refuseAlreadySawn } from "#client/device/outbox/already-sawn.ts";
import type { Fate } from "#client/device/outbox/outbox.ts";
import type { AnyStoredCall } from "#client/device/outbox/outbox-store.ts";
import { barsPressed, isOfPlan } from "#client/device/outbox/overlay.ts";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { calls, type Input } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { isFocusLost } from "#client/lib/browser/browser.ts";
import { can, useUser } from "#client/lib/session.ts";
import { MOST_BARS_AT_ONCE } from "#shared/contract/saw.ts";
import { upperFirst } from "#shared/domain/text.ts";
import { barsInNumbers } from "#shared/domain/window/saw/saw-work.ts";
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

type Press =
  | { readonly feature: "workshop"; readonly name: "sawn"; readonly input: Input<"workshop", "sawn"> }
  | { readonly feature: "workshop"; readonly name: "sawnBars"; readonly input: Input<"workshop", "sawnBars"> };
const isUndo = ({ body }: Press["input"]): boolean => body?.sawn === false;
const firstBar = (press: Parameters<typeof barsPressed>[0]): number => Math.min(...barsPressed(press));
const described = (bars: string, input: Press["input"]): string =>
  `${bars} of plan ${input.params.id} ${isUndo(input) ? "not sawn after all" : "sawn"}`;

/** The reason why a mark of bars or its undo was refused. */
interface Failure {
  readonly bars: readonly number[];
  readonly isUndo: boolean;
  readonly sentence: string;
}

type Outcome = Pick<Ticked, "bar" | "sawn" | "leftOut" | "cut" | "offcut" | "already">;
/** The replies of a call; none while the press waits on this device. */
const repliesOf = <Reply>(fate: Fate<Reply>, listed: (reply: Reply) => readonly Outcome[]): readonly Outcome[] =>
  "reply" in fate ? listed(fate.reply) : [];

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
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<number, Failure>>(new Map());
  const [lastPress, setLastPress] = useState<readonly number[]>([]);
  const last = useRef({ next: 0, single: false, at: Number.NEGATIVE_INFINITY });
  const order = useRef<Promise<unknown>>(Promise.resolve());
  const one = useStoredCall("workshop", "sawn", { failure: null, describe: (input) => described(`Bar ${input.params.bar}`, input) });
  const several = useStoredCall("workshop", "sawnBars", {
    failure: null,
    describe: (input) => described(upperFirst(barsInNumbers(input.body.bars.map(({ bar }) => bar))), input),
  });

  const barOf = (bar: number): PlanBar | undefined => profiles.flatMap(({ bars }) => bars).find((each) => each.bar === bar);
  const seenOf = (bar: number): string => {
    const sawn = barOf(bar)?.sawn;
    // A press that the server does not know yet has no company.
    return sawn && sawn.by.companyName !== "" ? (sawn.receivedAt ?? sawn.at) : NOTHING_SEEN;
  };
  const without = <Value>(map: ReadonlyMap<number, Value>, bars: readonly number[]) =>
    new Map([...map].filter(([bar]) => !bars.includes(bar)));

  /** Sends a press of bars: one call for one bar, and one for several (rule W114). */
  const send = (bars: readonly { readonly bar: number; readonly seen?: string }[], body: { readonly sawn?: false }) => {
    const numbers = bars.map(({ bar }) => bar);
    setFailures((before) => without(before, numbers));
    setOutcomes((before) => without(before, numbers));
    const calls = Array.from({ length: Math.ceil(bars.length / MOST_BARS_AT_ONCE) }, (_, nth) =>
      bars.slice(nth * MOST_BARS_AT_ONCE, (nth + 1) * MOST_BARS_AT_ONCE),
    );
    const presses = calls.map((some): Press => {
      const [first, ...others] = some;
      if (!first || others.length > 0)
        return { feature: "workshop", name: "sawnBars", input: { params: { id }, body: { ...body, bars: some } } };
      const { bar, ...seen } = first;
      return { feature: "workshop", name: "sawn", input: { params: { id, bar }, body: { ...body, ...seen } } };
    });
    for (const press of device.press(client, presses)) {
      const before = order.current;
      const idempotencyKey = press.key;
      const call = async (): Promise<readonly Outcome[]> => {
        if (press.name === "sawn") return repliesOf(await one.mutateAsync({ ...press.input, idempotencyKey }), (reply) => [reply]);
        return repliesOf(await several.mutateAsync({ ...press.input, idempotencyKey }), (reply) => reply);
      };
      const make = async (): Promise<void> => {
        const replies = await call();
        setOutcomes((known) => new Map([...known, ...replies.flatMap((reply) => (reply.sawn ? [[reply.bar, reply] as const] : []))]));
        refuseAlreadySawn(replies);
      };
      // A device with an outbox stores each press at once and sends the presses in order.
      const sent = device.outbox().then((outbox) => (outbox ? make() : before.then(make)));
      order.current = sent
        .catch((error: unknown) => {
          // Undo would take back what somebody else has sawn.
          setLastPress((bars) => bars.filter((bar) => !barsPressed(press).includes(bar)));
          const sentence = failureSentence(error as Error, isUndo(press.input) ? NOT_UNDONE : NOT_TICKED);
          const failure = { bars: barsPressed(press), isUndo: isUndo(press.input), sentence };
          setFailures((known) => new Map(known).set(firstBar(press), failure));
        })
        .then(() => device.takeOff(client, [press.key]));
    }
  };
  const press = (bars: readonly number[], single = false) => {
    if (performance.now() - last.current.at < DOUBLE_TAP_MS) return;
    last.current = { next: Math.max(...bars) + 1, single, at: performance.now() };
    setLastPress(bars);
    send(
      bars.map((bar) => ({ bar })),
      {},
    );
  };
  const undo = (bars: readonly number[]) => {
    last.current = { next: Math.min(...bars), single: false, at: performance.now() };
    setLastPress([]);
    send(
      bars.map((bar) => ({ bar, seen: seenOf(bar) })),
      { sawn: false },
    );
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

  const isOf = (entry: AnyStoredCall, bar: number) =>
    isOfPlan(entry) && Number(entry.input.params.id) === id && barsPressed(entry).includes(bar);
  const maySaw = can(user, calls.workshop.sawn);
  return {
    press: maySaw ? press : undefined,
    undo: maySaw ? undo : undefined,
    /** The bars of this screen's last press, which `Undo` undoes. */
    lastPress,
    outcomeOf: (bar: number) => outcomes.get(bar),
    /** True if the bar's press is on this device and waits for the network. */
    waits: (bar: number) => waiting.some((entry) => isOf(entry, bar)),
    /** The refusal of a press, at its first bar. */
    failureOf: (bar: number): Failure | undefined => {
      const later = refused.findLast((entry) => isOf(entry, bar));
      if (failures.has(bar) || !later || !isOfPlan(later)) return failures.get(bar);
      const bars = barsPressed(later);
      if (Math.min(...bars) !== bar) return undefined;
      return { bars, isUndo: later.input.body?.sawn === false, sentence: (later.refused ?? "").replace(/\.$/, "") };
    },
  };
}
export type Sawing = ReturnType<typeof useSawing>;
