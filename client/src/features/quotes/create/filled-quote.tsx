import { useQuery } from "@tanstack/react-query";
import { type ReactNode, use, useState } from "react";
import { DialogComing } from "#client/components/loading/dialog-coming.tsx";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { LoadError } from "#client/components/loading/states.tsx";
import { Dialog, DialogBody } from "#client/components/ui/overlay/dialog.tsx";
import { Framed } from "#client/components/ui/overlay/dialog-shape.ts";
import { call } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { createCopyForm, createEditForm, type FilledForm, type QuoteStart, type Source } from "../form/quote-start.ts";
import { QUOTE_FORM_LOOK } from "./quote-form-look.ts";
import { TYPES_AWAY } from "./quote-form-notices.tsx";
import { useShutterTypes } from "./shutter-types.ts";

export type Stored = Exclude<QuoteStart, { kind: "new" | "kept" }>;

type FilledQuoteProps = { start: Stored; onClose: () => void; children: (form: FilledForm) => ReactNode };

/**
 * Loads the form's starting values, always from the server: a colleague may have changed the draft
 * since it was displayed. A refusal for that reason makes the query stale, so that `children` then
 * receives the stored values.
 */
export function FilledQuote({ start, onClose, children }: FilledQuoteProps) {
  const user = useUser();
  const before = use(Framed);
  const [framed, setFramed] = useState(before);
  const source = useQuery({ queryKey: ["quotes", "form", start], queryFn: () => read(start), gcTime: 0 });
  const { types, products } = useShutterTypes(source.data?.user.id);
  const from = "orderId" in start ? "order" : "remakeId" in start ? "remake" : "quote";
  const sourceAway = useLoadFailure(source, `Failed to load ${from} details`);
  const typesAway = useLoadFailure(types, TYPES_AWAY);
  const sentence = sourceAway ?? typesAway;
  if (sentence !== null) {
    const again = () => void Promise.all([source.isError && source.refetch(), types.isError && types.refetch()]);
    return (
      <Dialog open onCloseRequest={onClose} title={start.kind === "edit" ? "Edit Quote" : "Create New Quote"} size="sm" sheet="bottom">
        <DialogBody>
          <LoadError
            error={source.error ?? types.error}
            sentence={sentence}
            onRetry={again}
            retrying={source.isFetching || types.isFetching}
          />
        </DialogBody>
      </Dialog>
    );
  }
  if (!source.data || !types.data || types.isPlaceholderData)
    return <DialogComing {...QUOTE_FORM_LOOK} onClose={onClose} onFramed={() => setFramed(true)} />;
  const form = start.kind === "edit" ? createEditForm(source.data, products) : createCopyForm(source.data, products, user);
  return <Framed value={framed}>{children(form)}</Framed>;
}

async function read(start: Stored): Promise<Source> {
  if ("quoteId" in start) return call("quotes", "read", { params: { id: start.quoteId } });
  if ("orderId" in start) return readOrder(start.orderId);
  const { order, windows } = await call("remakes", "read", { params: { id: start.remakeId } });
  const whole = await readOrder(order.id);
  // A remake without windows concerns the whole order.
  if (windows.length === 0) return whole;
  return { ...whole, items: windows.map(({ pieces, ...window }) => ({ ...window, quantity: pieces })) };
}

/** Loads an order's windows, and the homeowner's details from its quote. */
async function readOrder(id: number): Promise<Source> {
  const { user, jobName, quote, quoteId } = await call("orders", "read", { params: { id } });
  if (quoteId === undefined) return { user, jobName, items: quote.items };
  const { customerName, customerPhone, customerEmail, siteAddress } = await call("quotes", "read", { params: { id: quoteId } });
  return { user, jobName, customerName, customerPhone, customerEmail, siteAddress, items: quote.items };
}
