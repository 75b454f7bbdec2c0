import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, use, useState } from "react";
import { DialogComing } from "#client/components/loading/dialog-coming.tsx";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { LoadError } from "#client/components/loading/states.tsx";
import { Dialog, DialogBody } from "#client/components/ui/overlay/dialog.tsx";
import { Framed } from "#client/components/ui/overlay/dialog-shape.ts";
import type { Products } from "../form/quote-values.ts";
import { QUOTE_FORM_LOOK } from "./quote-form-look.ts";
import { TYPES_AWAY } from "./quote-form-notices.tsx";
import type { useShutterTypes } from "./shutter-types.ts";

type TypesLoadedProps = ReturnType<typeof useShutterTypes> & {
  /** The title of the dialog that explains a failure. */
  title: string;
  /** A query of the form's starting values; `away` is the sentence of its failure. */
  source?: { readonly query: UseQueryResult<unknown>; readonly away: string | null };
  onClose: () => void;
  children: (products: Products) => ReactNode;
};

/** A form with shutter types: its skeleton while they load, or the failure. */
export function TypesLoaded({ title, types, products, source, onClose, children }: TypesLoadedProps) {
  const before = use(Framed);
  const [framed, setFramed] = useState(before);
  const typesAway = useLoadFailure(types, TYPES_AWAY);
  const sentence = source?.away ?? typesAway;
  const queries = [...(source ? [source.query] : []), types];
  if (sentence !== null) {
    return (
      <Dialog open onCloseRequest={onClose} title={title} size="sm" sheet="bottom">
        <DialogBody>
          <LoadError
            error={queries.find(({ error }) => error)?.error ?? null}
            sentence={sentence}
            onRetry={() => void Promise.all(queries.map((query) => query.isError && query.refetch()))}
            retrying={queries.some(({ isFetching }) => isFetching)}
          />
        </DialogBody>
      </Dialog>
    );
  }
  if (types.isPlaceholderData || queries.some(({ data }) => !data))
    return <DialogComing {...QUOTE_FORM_LOOK} onClose={onClose} onFramed={() => setFramed(true)} />;
  return <Framed value={framed}>{children(products)}</Framed>;
}
