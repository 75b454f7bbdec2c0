import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { type Control, useController, useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { Size } from "#client/components/facts/values.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { type Make, makeToSend, PartsField } from "#client/components/make/parts-field.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Select } from "#client/components/ui/control/choices.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { toDrawable, WindowDrawing } from "#client/components/window/window-drawing.tsx";
import type { WindowItem } from "#client/components/window/window-list.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { orderNumber, remakeNumber } from "#shared/domain/trade/status.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { makeInWords, panelsAt } from "#shared/domain/window/saw/make-in-words.ts";
import { OpenRequests } from "../request/open-requests.tsx";

type Remake = Reply<"remakes", "read">;
const FAILED = "Failed to make the order. Please try again.";

type RemakeOrderDialogProps = { remake: Remake; onClose: () => void };

/**
 * The number of pieces to remake per window, by `w` and the window's id. The form library reads a
 * key of digits alone as a list's index.
 */
const chosen = z.object({ counts: z.record(z.string(), z.number().optional()) });
type Chosen = z.input<typeof chosen>;

/** The requested pieces are selected at first. */
const offered = ({ windows }: Remake): Chosen => ({ counts: Object.fromEntries(windows.map(({ id, pieces }) => [`w${id}`, pieces])) });

/** Chooses the windows of the order to remake free of charge, and the pieces of each. */
export function RemakeOrderDialog({ remake, onClose }: RemakeOrderDialogProps) {
  const order = useQuery(query("orders", "read", { params: { id: remake.orderId } }));
  const form = useForm<Chosen>({ resolver: zodResolver(chosen), defaultValues: offered(remake) });
  const make = useCall("remakes", "order", {
    success: (made) => `Order ${orderNumber(made.id)} was made, free of charge`,
    failure: FAILED,
    onSuccess: onClose,
  });
  const counts = useWatch({ control: form.control, name: "counts" });
  // The parts that a person chose here; the requested ones apply to the other windows.
  const [makes, setMakes] = useState<ReadonlyMap<number, Make>>(new Map());
  const items = (order.data?.quote.items ?? []).flatMap(({ id }) => {
    const quantity = counts[`w${id}`] ?? 0;
    const make = makes.get(id);
    return quantity > 0 ? [{ itemId: id, quantity, ...(make && makeToSend(make)) }] : [];
  });
  const wishes = items.map(({ itemId, panels = remake.windows.find(({ id }) => id === itemId)?.panels ?? [] }) => ({
    quoteItemId: itemId,
    panels,
  }));
  const [tried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (items.length > 0) make.mutate({ params: { id: remake.id }, body: { items } });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Make ${remakeNumber(remake.id)} again`}
      description={`The windows of ${orderNumber(remake.orderId)} that are made again, free of charge. It becomes an order of its own, linked to this remake.`}
      form={form}
      onSubmit={submit}
      submitLabel="Make the order"
      pending={make.isPending}
      error={make.error && failureSentence(make.error, FAILED)}
      submitDisabled={!order.data}
      bodyClassName="flex flex-col gap-3"
    >
      <OpenRequests orderId={remake.orderId} own={remake.id} wishes={wishes} />
      <QueryView query={order} failure="Failed to load order details">
        {({ quote }) => (
          <ul className="divide-y border-y">
            {quote.items.map((item) => (
              <WindowAgain
                key={item.id}
                control={form.control}
                item={item}
                wish={remake.windows.find(({ id }) => id === item.id)}
                chosenMake={makes.get(item.id)}
                onMake={(next) => setMakes(new Map([...makes, [item.id, next]]))}
                disabled={make.isPending}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {tried && items.length === 0 && <Alert tone="danger">Please choose the windows to make again</Alert>}
    </FormDialog>
  );
}

type WindowAgainProps = {
  control: Control<Chosen>;
  item: WindowItem;
  wish: Remake["windows"][number] | undefined;
  /** The parts to make; undefined: as requested. */
  chosenMake: Make | undefined;
  onMake: (make: Make) => void;
  disabled: boolean;
};

/** One window of the order, with a checkbox, its number of pieces, and the parts of it to make. */
function WindowAgain({ control, item, wish, chosenMake, onMake, disabled }: WindowAgainProps) {
  const [choosing, setChoosing] = useState(false);
  const { field } = useController({ control, name: `counts.w${item.id}` });
  const count = field.value ?? 0;
  const ticked = count > 0;
  const drawn = toDrawable(item);
  const size = wish?.mark ? 80 : 48;
  const make = chosenMake ?? { panels: wish?.panels ?? [], parts: wish?.parts ?? [], counts: wish?.counts, stile: wish?.stile };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <label className="flex min-h-control min-w-0 flex-1 basis-full items-center gap-3 sm:basis-0">
        <input
          ref={field.ref}
          type="checkbox"
          checked={ticked}
          disabled={disabled}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(event.target.checked ? 1 : 0)}
          className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
        />
        <span className={clsx("grid shrink-0 place-items-center", wish?.mark ? "w-20" : "size-12")}>
          <WindowDrawing decorative window={drawn} mark={wish?.mark} width={size} height={size} detail="thumbnail" />
        </span>
        <span className="min-w-0">
          <span className="block break-words font-medium">{item.name}</span>
          <span className="sr-only">, </span>
          <span className="block text-xs text-muted">
            <Size widthM={item.widthM} heightM={item.heightM} />
          </span>
          <span className="sr-only">, </span>
          <span className="block text-xs text-muted">
            {item.shutterType}
            {wish && `, ${describeRequest(drawn, wish)} in the request`}
          </span>
          {ticked && !choosing && (
            <>
              <span className="sr-only">, </span>
              <span className="block text-sm font-semibold">To make: {makeInWords(drawn, make)}</span>
            </>
          )}
        </span>
      </label>
      {item.quantity > 1 && (
        <span className="flex items-center gap-2 text-sm max-sm:ml-7">
          <Select
            aria-label={`How many of ${item.name}`}
            value={String(ticked ? count : 1)}
            disabled={disabled || !ticked}
            onChange={(event) => field.onChange(Number(event.target.value))}
            options={Array.from({ length: item.quantity }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))}
            className="w-20"
          />
          <span className="text-muted">of {item.quantity}</span>
        </span>
      )}
      {ticked && !choosing && (
        <Button
          size="sm"
          disabled={disabled}
          aria-label={`Choose parts of ${item.name}`}
          className="max-sm:ml-7"
          onClick={() => setChoosing(true)}
        >
          Choose parts
        </Button>
      )}
      {ticked && choosing && (
        <div className="w-full pb-2 sm:pl-7">
          <PartsField name={item.name} window={{ ...drawn, make: null }} make={make} onChange={onMake} disabled={disabled} />
        </div>
      )}
    </li>
  );
}

/** Describes the request as `marked on panel A`, so that one for the whole window is noticed. */
function describeRequest(window: WindowToDraw, { mark }: Remake["windows"][number]): string {
  if (!mark) return "asked for";
  const [panel] = panelsAt(window, mark);
  return panel === undefined ? "marked" : `marked on panel ${panel}`;
}
