import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { call } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { createCopyForm, createEditForm, type FilledForm, type QuoteStart, type Source } from "../form/quote-start.ts";
import { useShutterTypes } from "./shutter-types.ts";
import { TypesLoaded } from "./types-loaded.tsx";

export type Stored = Exclude<QuoteStart, { kind: "new" | "kept" }>;

type FilledQuoteProps = { start: Stored; onClose: () => void; children: (form: FilledForm) => ReactNode };

/**
 * Loads the form's starting values, always from the server: a colleague may have changed the draft
 * since it was displayed. A refusal for that reason makes the query stale, so that `children` then
 * receives the stored values.
 */
export function FilledQuote({ start, onClose, children }: FilledQuoteProps) {
  const user = useUser();
  const source = useQuery({ queryKey: ["quotes", "form", start], queryFn: () => read(start), gcTime: 0 });
  const shutterTypes = useShutterTypes(source.data?.user.id);
  const from = "orderId" in start ? "order" : "remakeId" in start ? "remake" : "quote";
  const sourceAway = useLoadFailure(source, `Failed to load ${from} details`);
  return (
    <TypesLoaded
      title={start.kind === "edit" ? "Edit Quote" : "Create New Quote"}
      {...shutterTypes}
      source={{ query: source, away: sourceAway }}
      onClose={onClose}
    >
      {(products) => {
        if (!source.data) return null;
        return children(start.kind === "edit" ? createEditForm(source.data, products) : createCopyForm(source.data, products, user));
      }}
    </TypesLoaded>
  );
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
