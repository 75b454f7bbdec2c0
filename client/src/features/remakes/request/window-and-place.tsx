import { type UseFormReturn, useWatch } from "react-hook-form";
import { drawable } from "#client/components/window/window-drawing.tsx";
import type { WindowMark } from "#shared/domain/window-mark.ts";
import { MarkField } from "./mark-field.tsx";
import type { RequestValues } from "./remake-request-dialog.tsx";
import { useOrderOf, WindowField } from "./window-field.tsx";

/** As the form's fields have it: blank. */
export const NO_WINDOW = { quoteItemId: "", markXMm: "", markYMm: "" };
type Pointed = typeof NO_WINDOW;

export function pointAt(form: UseFormReturn<RequestValues>, to: Pointed): void {
  for (const field of ["quoteItemId", "markXMm", "markYMm"] as const) form.setValue(field, to[field], { shouldDirty: true });
}

const marked = (mark: WindowMark | null) => ({ markXMm: mark ? String(mark.xMm) : "", markYMm: mark ? String(mark.yMm) : "" });

type WindowAndPlaceProps = { form: UseFormReturn<RequestValues>; disabled: boolean };

/** Once an order is chosen: which of its windows it is about, and where on that window. Both may be left open. */
export function WindowAndPlace({ form, disabled }: WindowAndPlaceProps) {
  const { orderId, quoteItemId = "", markXMm = "", markYMm = "" } = useWatch({ control: form.control });
  const order = useOrderOf(orderId ?? "");
  if (!orderId) return null;
  const chosen = order.data?.quote.items.find(({ id }) => String(id) === quoteItemId);
  const mark = markXMm === "" || markYMm === "" ? null : { xMm: Number(markXMm), yMm: Number(markYMm) };
  return (
    <>
      <WindowField
        order={order}
        value={quoteItemId}
        onChange={(id) => pointAt(form, { ...NO_WINDOW, quoteItemId: id })}
        disabled={disabled}
      />
      {chosen && (
        <MarkField
          key={chosen.id}
          name={chosen.name}
          window={drawable(chosen)}
          mark={mark}
          onChange={(to) => pointAt(form, { quoteItemId, ...marked(to) })}
          disabled={disabled}
        />
      )}
    </>
  );
}
