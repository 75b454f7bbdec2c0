import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ArrowLeft } from "lucide-react";
import { type ComponentProps, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { hasParcels, ParcelList } from "#client/components/facts/parcel-list.tsx";
import { RecutList } from "#client/components/facts/recut-list.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { OrderMake } from "#client/components/make/order-make.tsx";
import { UndoNote } from "#client/components/page/undo-note.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { FactsSkeleton } from "#client/components/ui/display/waiting.tsx";
import { addMakersOwn } from "#client/components/window/window-drawing.tsx";
import { useDeviceView } from "#client/device/device.ts";
import { useDiscardRecut } from "#client/device/use-discard-recut.ts";
import { text, useAddress } from "#client/lib/address.ts";
import { calls, query, type Reply, useCall } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { useIsAway } from "#client/lib/network.ts";
import { can, useUser } from "#client/lib/session.ts";
import { placeOf } from "#shared/domain/trade/place.ts";
import { isInWorkshop, orderNumber, wasShipped } from "#shared/domain/trade/status.ts";
import type { CutPart } from "#shared/domain/window/saw/cut-list.ts";
import { waitInWords } from "#shared/domain/window/saw/recuts.ts";
import { ProgressSteps } from "../board/progress-steps.tsx";
import { ScanButton } from "../board/scan-button.tsx";
import { CannotBeMade } from "./cannot-be-made.tsx";
import { ClosedNotice } from "./closed-notice.tsx";
import { KeptMeasures } from "./kept-measures.tsx";
import { useOpenWindows } from "./open-windows.ts";
import { OrderHeader } from "./order-header.tsx";
import { PieceCard } from "./piece-card.tsx";
import { findNextPiece, formatPieceAddress, type PieceState, usePieces, useScanned } from "./pieces.ts";
import { PressQuestions, usePresses } from "./press/presses.tsx";
import { StepButtons, type WaitOf, waitsInWords } from "./press/step-buttons.tsx";
import { useRecutUndo } from "./recut/use-recut-undo.ts";
import { RefusedMarks, RefusedWindows } from "./refused-marks.tsx";
import { RemakeFault } from "./remake-fault.tsx";
import { useRemakeMarks } from "./remake-marks.ts";
import { shippedBy } from "./shipped.ts";
import { weighShutters } from "./shutter-weights.ts";
import { useWorkshopCall, WORKSHOP_PLACE } from "./use-workshop-call.ts";
import { WholeOrder } from "./whole-order.tsx";
import { type Cut, FoldedWindow, type OnMark, WindowWork } from "./window-work.tsx";

const Messages = lazyPanel(() => import("./ask/messages.tsx"));
const AskDialog = lazyDialog(() => import("./ask/ask-dialog.tsx"), { size: "sm", fields: 1 });
const ShipDialog = lazyDialog(() => import("../board/ship-dialog.tsx"), { fields: 4 });
const ParcelDialog = lazyDialog(() => import("./parcel-dialog.tsx"), { fields: 5 });
const RecutDialog = lazyDialog(() => import("./recut/recut-dialog.tsx"), { fields: 6 });

type Order = Reply<"orders", "read">;

/** The address in a label's code: `/workshop/36?piece=12.3`. */
const ADDRESS = { piece: text };

/** One order at the bench: each window's facts, cuts and progress (rule W23). */
export default function WorkshopOrder({ id }: { id: number }) {
  const order = useQuery(query("orders", "read", { params: { id } }));
  // The board's filters at the time the person left it.
  const [board] = useState((): string => window.history.state?.board ?? "");
  return (
    <>
      <Link
        href={`/workshop${board && `?${board}`}`}
        className={`${linkClass} mb-2 inline-flex min-h-control items-center gap-2 print:hidden`}
      >
        <ArrowLeft aria-hidden className="size-4" />
        Workshop
      </Link>
      <QueryView
        query={isGone(order.error) ? { ...order, data: undefined } : order}
        failure={
          isUnreachable(order.error)
            ? `${orderNumber(id)} is not on this device yet. It needs the network once.`
            : "Failed to load order details"
        }
        awayTitle={`${orderNumber(id)} is not on this device yet`}
        skeleton={<FactsSkeleton facts={4} />}
      >
        {(read) => <OrderAtBench order={read} />}
      </QueryView>
    </>
  );
}

/**
 * A 404 shows that the order was deleted or moved to another workshop, so its cached data is no
 * longer displayed (rule W73).
 */
const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

/** The server did not reply, and the device has no copy. */
const isUnreachable = (error: Error | null): boolean => error instanceof ApiError && error.status === 0;

/**
 * Returns one function for all renders that calls the newest `work`, so that unchanged rows do not
 * render again.
 */
function useSteady<Args extends unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

/** Why each shutter with open recuts cannot be packed: `waits for 1 louvre`. */
function waitsOf(recuts: NonNullable<Order["recuts"]>): ReadonlyMap<string, string> {
  const addresses = new Set(recuts.map(({ itemId, piece }) => `${itemId}.${piece}`));
  return new Map(
    [...addresses].map((address) => [address, waitInWords(recuts.filter(({ itemId, piece }) => `${itemId}.${piece}` === address))]),
  );
}

/** The parts without which a shutter is not assembled. */
const CARRYING: readonly CutPart[] = ["stile", "top-rail", "mid-rail", "bottom-rail"];
const carriesShutter = ({ part }: { readonly part: CutPart }): boolean => CARRYING.includes(part);

const NO_CUTS: readonly Cut[] = [];
const NO_PIECES: readonly PieceState[] = [];

function byWindow<Row extends { readonly itemId: number }>(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  const rowsByWindow = new Map<number, Row[]>();
  for (const row of rows) {
    const list = rowsByWindow.get(row.itemId);
    if (list) list.push(row);
    else rowsByWindow.set(row.itemId, [row]);
  }
  return rowsByWindow;
}

function OrderAtBench({ order }: { order: Order }) {
  const user = useUser();
  const isAway = useIsAway();
  const { address, change } = useAddress(ADDRESS);
  const { mark, hold, withSeen, refusedMarks, seenOf, refuseAt } = useWorkshopCall();
  const [shipping, setShipping] = useState<"order" | "parcel" | null>(null);
  const [recutting, setRecutting] = useState<{ readonly itemId: number; readonly piece?: number | undefined } | null>(null);
  /** The question to the office as it is proposed; null while nobody asks. */
  const [asking, setAsking] = useState<string | null>(null);
  const { id, quote, supplier, clearances, sections, lap, trackDepthMm } = order;
  const { offerAfterRecut, markAsCut } = useRecutUndo(id, { mark, seenOf, refuseAt });
  const read = usePieces(order);
  const remakeMarks = useRemakeMarks(order);
  useScanned(id, address.piece);
  const cutList = useQuery(query("orders", "cutList", { params: { id } }));
  const pieces = read ?? NO_PIECES;
  const piecesOf = useMemo(() => byWindow(pieces), [pieces]);
  const cutsOf = useMemo(() => byWindow(cutList.data?.parts ?? []), [cutList.data]);
  const items = useMemo(
    () => addMakersOwn(quote.items, { clearances, sections, lap, trackDepthMm }),
    [quote.items, clearances, sections, lap, trackDepthMm],
  );
  const shipped = useMemo(() => shippedBy(order.parcels), [order.parcels]);
  const windows = useOpenWindows(quote.items.length, {
    pieces: read,
    isShipped: (itemId) => shipped.areShipped(piecesOf.get(itemId) ?? NO_PIECES),
  });
  const isOpen = isInWorkshop(order.orderStatus);
  const isShipWaiting = useDeviceView().waiting.some(({ name, input }) => name === "ship" && Number(input.params.id) === id);
  const takeOrder = useCall("workshop", "take", { success: `${orderNumber(id)} is yours`, failure: "Failed to take the order" });
  const mayTake = isOpen && can(user, calls.workshop.take);
  const marks = isOpen && can(user, calls.workshop.mark);
  const asks = isOpen && user.role === "supplier";
  const waits = useMemo(() => waitsOf(order.recuts ?? []), [order.recuts]);
  const waitingWindows = new Set(order.recuts?.map(({ itemId }) => itemId));
  const waitOf = useCallback<WaitOf>((piece) => waits.get(formatPieceAddress(piece)), [waits]);
  /** The shutters that lack a stile or a rail, by address. */
  const unwhole = useMemo(
    () =>
      waitsOf(
        (order.recuts ?? [])
          .map((recut) => ({ ...recut, parts: recut.parts.filter(carriesShutter) }))
          .filter(({ parts }) => parts.length > 0),
      ),
    [order.recuts],
  );
  const packed = read !== undefined && waits.size === 0 && pieces.every((piece) => piece.packed);

  /** `Kitchen 1 of 2`: a shutter by its window. */
  const nameOf = ({ itemId, piece }: PieceState): string => {
    const item = items.find(({ id: each }) => each === itemId);
    return item && item.quantity > 1 ? `${item.name} ${piece} of ${item.quantity}` : (item?.name ?? "");
  };
  const refusedOf = useMemo(() => byWindow(refusedMarks.filter(({ orderId }) => orderId === id)), [refusedMarks, id]);
  const presses = usePresses({ orderId: id, pieces, nameOf, waitOf, unwhole, sending: { mark, hold, withSeen } });
  const { press } = presses;

  const markWindow = useSteady<Parameters<OnMark>>((itemId, step, done, piece) => press([itemId], step, done, piece));
  const onMark = marks ? markWindow : undefined;
  const askOffice = useCallback((question: string) => setAsking(question), []);
  const recutWindow = useCallback((itemId: number) => setRecutting({ itemId }), []);
  // A shutter that was shipped is remade, not recut.
  const mayRecut = (piece: PieceState) => isOpen && can(user, calls.workshop.recut) && piece.cut !== null && !shipped.isShipped(piece);
  const scanned = pieces.find((piece) => formatPieceAddress(piece) === address.piece);
  const scannedItem = scanned && items.find((item) => item.id === scanned.itemId);
  const next = scanned && findNextPiece(pieces, scanned);
  return (
    <>
      <OrderHeader order={order} packed={packed} onShip={setShipping} />
      {order.onHold && (
        <Alert tone="warning" className="mb-4" title="The office is changing this order">
          Nothing of it can be marked until the office has finished.
        </Alert>
      )}
      {!isOpen && !order.onHold && <ClosedNotice order={order} isShipWaiting={isShipWaiting} />}
      {mayTake && !supplier && (
        <Alert
          className="mb-4 items-center! flex-wrap"
          action={
            <Button pending={takeOrder.isPending} disabled={isAway} onClick={() => takeOrder.mutate({ params: { id } })}>
              Take this order
            </Button>
          }
        >
          This order is open to any workshop. The first mark makes it yours and removes it from the other boards.
          {isAway && (
            <span className="block font-medium text-warning">No network: to take this order without a mark, the network is needed.</span>
          )}
        </Alert>
      )}
      {address.piece && read && !scanned && (
        <Alert tone="warning" className="mb-4">
          This label belongs to another order. These are the windows of this order.
        </Alert>
      )}
      {scanned && scannedItem ? (
        <div className="flex flex-col gap-4">
          <ToRecut order={order} piece={scanned} onCut={markAsCut} />
          <RefusedMarks refused={refusedOf.get(scanned.itemId)} />
          <PieceCard
            orderId={id}
            item={scannedItem}
            mark={remakeMarks.get(scannedItem.id)}
            piece={scanned}
            next={next}
            wait={waitOf(scanned)}
            shipped={shipped.inWords([scanned])}
            onMark={marks && !shipped.isShipped(scanned) ? (step, done) => press([scanned.itemId], step, done, scanned.piece) : undefined}
            onRecut={mayRecut(scanned) ? () => setRecutting(scanned) : undefined}
          />
          <div className="grid grid-cols-2 gap-2">
            <ScanButton />
            <Button
              onClick={() => {
                windows.openOnly(scanned.itemId);
                change({ piece: "" });
              }}
            >
              The whole order
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <WholeOrder order={order} onAsk={() => setAsking("")}>
            {/* What left unpacked is not counted: the parcels below say what left. */}
            {read && !wasShipped(order.orderStatus) && (
              <StepButtons
                label="The whole order"
                pieces={pieces}
                waitOf={waitOf}
                nameOf={nameOf}
                onPress={
                  marks
                    ? (step, done) =>
                        press(
                          quote.items.map((item) => item.id),
                          step,
                          done,
                        )
                    : undefined
                }
              />
            )}
            {order.onHold && <ProgressSteps progress={order.progress} of={order.shutters} />}
            <RefusedWindows windows={items.filter((item) => refusedOf.has(item.id))} />
          </WholeOrder>
          <ToRecut order={order} onCut={markAsCut} />
          {order.messages > 0 && !order.onHold && <Messages orderId={id} count={order.messages} />}
          {isOpen && <CannotBeMade items={items} />}
          {(typeof order.remakeId === "number" || (order.make ?? []).length > 0) && (
            <section aria-label="What is made" className="rounded-lg border bg-surface p-4">
              <h2 className="mb-2 font-semibold">What is made</h2>
              <OrderMake order={order} />
              {typeof order.remakeId === "number" && <RemakeFault remakeId={order.remakeId} />}
            </section>
          )}
          {hasParcels(order) && (
            <section aria-label="Parcels" className="rounded-lg border bg-surface p-4">
              <ParcelList order={order} />
            </section>
          )}
          {cutList.data && isInWorkshop(order.orderStatus) && (
            <KeptMeasures {...cutList.data} progress={order.progress} shutters={order.shutters} remakeId={order.remakeId} />
          )}
          <ol className={clsx("@container flex flex-col", windows.folds ? "gap-2" : "gap-4")}>
            {items.map((item, index) => {
              const shared = {
                item,
                place: index + 1,
                pieces: read && (piecesOf.get(item.id) ?? []),
                onMark,
                refused: refusedOf.get(item.id),
                waitOf: waitingWindows.has(item.id) ? waitOf : undefined,
                shipped,
                onFold: windows.toggleOf(item.id),
              };
              const onRecut = piecesOf.get(item.id)?.some(mayRecut) ? recutWindow : undefined;
              return windows.isOpen(item.id) ? (
                <WindowWork
                  key={item.id}
                  {...shared}
                  mark={remakeMarks.get(item.id)}
                  onRecut={onRecut}
                  cuts={cutsOf.get(item.id) ?? NO_CUTS}
                  measures={cutList.data}
                  onAsk={asks ? askOffice : undefined}
                />
              ) : (
                <FoldedWindow key={item.id} {...shared} />
              );
            })}
          </ol>
        </div>
      )}
      <UndoNote place={WORKSHOP_PLACE} className="sticky bottom-4 z-sticky mt-4" />
      <PressQuestions {...presses} person={user} />
      {shipping === "order" && (
        <ShipDialog
          orders={[
            {
              ...order,
              shippedBefore: order.shippedBefore ?? false,
              // The rest usually leaves with the carrier of the last parcel.
              carrier: order.carrier ?? order.parcels?.at(-1)?.carrier ?? null,
              place: placeOf(order.shippingAddress),
              // The pieces include marks that the server does not have yet.
              progress: read
                ? { ...order.progress, packed: pieces.filter((piece) => piece.packed && !waitOf(piece)).length }
                : order.progress,
              waits: waitsInWords(pieces, waitOf, nameOf),
              waitingPacked: pieces.filter((piece) => piece.packed && waitOf(piece)).length,
              kg: read && weighShutters(order).sum(pieces.filter((piece) => !shipped.isShipped(piece))),
            },
          ]}
          onShipped={() => {}}
          onClose={() => setShipping(null)}
        />
      )}
      {recutting && read && (
        <RecutDialog
          orderId={id}
          item={items.find((item) => item.id === recutting.itemId) as (typeof items)[number]}
          pieces={pieces.filter(
            (piece) => piece.itemId === recutting.itemId && mayRecut(piece) && (recutting.piece ?? piece.piece) === piece.piece,
          )}
          recuts={order.recuts}
          onRecorded={offerAfterRecut}
          onClose={() => setRecutting(null)}
        />
      )}
      {asking !== null && <AskDialog orderId={id} jobName={order.jobName} question={asking} onClose={() => setAsking(null)} />}
      {shipping === "parcel" && read && <ParcelDialog order={order} pieces={pieces} waitOf={waitOf} onClose={() => setShipping(null)} />}
    </>
  );
}

/** The spoiled parts of the order, or of one shutter, that are to be cut again. */
function ToRecut({ order, piece, onCut }: Pick<ComponentProps<typeof RecutList>, "onCut"> & { order: Order; piece?: PieceState }) {
  const onDiscard = useDiscardRecut(order.id);
  const own = (order.recuts ?? []).filter((recut) => !piece || (recut.itemId === piece.itemId && recut.piece === piece.piece));
  if (own.length === 0) return null;
  return (
    <section aria-label="To recut" className="rounded-lg border border-warning bg-surface p-4">
      <h2 className="font-semibold">To recut</h2>
      <p className="mb-2 text-sm text-muted">
        Cut on a shutter or a window does not include these parts: mark each recut here, or saw its bar.
      </p>
      <RecutList order={{ ...order, recuts: own }} onCut={onCut} onDiscard={onDiscard} />
    </section>
  );
}
