import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Size } from "#client/components/facts/values.tsx";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { drawable, WindowDrawing } from "#client/components/window/window-drawing.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import { MarkField } from "./mark-field.tsx";

/** Which window, and where on it, as the form's fields hold them. Blank: not said. */
export const NO_WINDOW = { quoteItemId: "", markXMm: "", markYMm: "" };
export type WindowPlace = typeof NO_WINDOW;

type WindowAndPlaceProps = { orderId: string; place: WindowPlace; onChange: (place: WindowPlace) => void; disabled: boolean };

/** Which window of the chosen order the remake is about, and where on that window. Both are optional. */
export function WindowAndPlace({ orderId, place, onChange, disabled }: WindowAndPlaceProps) {
  const order = useQuery(query("orders", "read", { params: { id: orderId } }));
  const { quoteItemId, markXMm, markYMm } = place;
  const chosen = order.data?.quote.items.find(({ id }) => String(id) === quoteItemId);
  const mark = markXMm === "" || markYMm === "" ? null : { xMm: Number(markXMm), yMm: Number(markYMm) };
  return (
    <>
      <WindowField order={order} value={quoteItemId} onChange={(id) => onChange({ ...NO_WINDOW, quoteItemId: id })} disabled={disabled} />
      {chosen && (
        <MarkField
          key={chosen.id}
          name={chosen.name}
          window={drawable(chosen)}
          mark={mark}
          onChange={(to) => onChange({ quoteItemId, markXMm: to ? String(to.xMm) : "", markYMm: to ? String(to.yMm) : "" })}
          disabled={disabled}
        />
      )}
    </>
  );
}

type OrderDetails = Reply<"orders", "read">;
type Item = OrderDetails["quote"]["items"][number];

type WindowFieldProps = {
  order: UseQueryResult<OrderDetails>;
  /** The id of the chosen window; blank for none. */
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
};

/** The windows of the order as pictures, because people recognise them so. */
function WindowField({ order, value, onChange, disabled }: WindowFieldProps) {
  useLoadFailure(order, "Failed to load order details");
  if (order.isError)
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
        The order's windows could not be loaded. Name the window in the reason, or
        <Button size="sm" onClick={() => void order.refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!order.data) return null;
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-1 text-sm font-medium">
        Window <span className="font-normal text-muted">(optional)</span>
      </legend>
      <ul className="-m-1 grid max-h-68 gap-2 overflow-y-auto p-1 sm:grid-cols-2">
        <Choice chosen={value === ""} onChoose={() => onChange("")}>
          <span className="text-muted">No window in particular</span>
        </Choice>
        {order.data.quote.items.map((item) => (
          <Choice key={item.id} chosen={value === String(item.id)} onChoose={() => onChange(String(item.id))}>
            <WindowChoice item={item} />
          </Choice>
        ))}
      </ul>
    </fieldset>
  );
}

type ChoiceProps = { chosen: boolean; onChoose: () => void; children: React.ReactNode };

function Choice({ chosen, onChoose, children }: ChoiceProps) {
  return (
    <li className="min-w-0">
      <label className="flex h-full min-h-16 items-center gap-3 rounded border px-3 py-2 transition-colors duration-150 hover:bg-raised has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <input
          type="radio"
          name="remake-window"
          checked={chosen}
          onChange={onChoose}
          className="size-4 shrink-0 accent-accent outline-none pointer-coarse:size-5"
        />
        {children}
      </label>
    </li>
  );
}

function WindowChoice({ item }: { item: Item }) {
  return (
    <>
      <span className="grid size-12 shrink-0 place-items-center">
        <WindowDrawing decorative window={drawable(item)} width={48} height={48} detail="thumbnail" />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium" title={item.name}>
          {item.name}
        </span>
        <span className="sr-only">, </span>
        <span className="block text-xs text-muted">
          <Size widthM={item.widthM} heightM={item.heightM} />
        </span>
      </span>
    </>
  );
}
