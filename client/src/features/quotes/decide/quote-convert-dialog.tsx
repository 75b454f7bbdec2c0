import { useQuery } from "@tanstack/react-query";
import { type Resolver, useForm } from "react-hook-form";
import { Money } from "#client/components/facts/values.tsx";
import { CheckboxField, TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { query, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatDate } from "#client/lib/format.ts";
import { toast } from "#client/lib/toasts.ts";
import { shippingAddress } from "#shared/contract/quotes.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { quoteNumber } from "#shared/domain/status.ts";
import { isExpired, type Quote } from "../quote-actions.ts";

const FAILED = "Failed to convert quote";

interface Values {
  shippingAddress: string;
  acceptExpired: boolean;
}

const resolver =
  (expired: boolean): Resolver<Values> =>
  (values) => {
    const address = shippingAddress.safeParse(values.shippingAddress).error?.issues[0]?.message;
    const errors = {
      ...(address && { shippingAddress: { type: "rule", message: address } }),
      ...(expired &&
        !values.acceptExpired && { acceptExpired: { type: "rule", message: "Please confirm that the expired price still holds" } }),
    };
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };

/** Staff make an order of a quote. The client's own address is filled in when it has loaded, unless something was typed by then. */
export default function QuoteConvertDialog({ quote, now, onClose }: { quote: Quote; now: number; onClose: () => void }) {
  const expired = isExpired(quote, now);
  const keyFor = useIdempotencyKey();
  const { data: clients } = useQuery(query("clients", "list", { query: { search: quote.user.companyName, limit: "200" } }));
  const known = clients?.find(({ id }) => id === quote.user.id)?.address;
  const form = useForm<Values>({
    defaultValues: { shippingAddress: "", acceptExpired: false },
    ...(known && { values: { shippingAddress: known, acceptExpired: false } }),
    resetOptions: { keepDirtyValues: true },
    resolver: resolver(expired),
    shouldFocusError: false,
  });
  const convert = useCall("quotes", "convert", { success: "Quote converted", failure: FAILED, onSuccess: onClose });

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Convert Quote to Order"
      number={quoteNumber(quote.id)}
      description={
        <>
          For <bdi>{quote.user.companyName}</bdi>, {quote.itemCount} {quote.itemCount === 1 ? "window" : "windows"},{" "}
          <Money amount={quote.finalTotal} /> including VAT.
        </>
      }
      form={form}
      onSubmit={(values) => {
        const body = { shippingAddress: values.shippingAddress, ...(expired && { acceptExpired: values.acceptExpired }) };
        convert.mutate({ params: { id: quote.id }, body, idempotencyKey: keyFor(body) });
      }}
      onInvalid={({ shippingAddress: wrong }) =>
        wrong?.message && toast({ title: "Error", description: wrong.message, variant: "destructive" })
      }
      submitLabel="Convert to Order"
      pending={convert.isPending}
      error={convert.error && failureSentence(convert.error, FAILED)}
    >
      <TextareaField
        control={form.control}
        name="shippingAddress"
        label="Shipping address"
        hint={known ? "The client's own address. Change it if the shutters go somewhere else." : "Where the finished shutters go."}
        rows={4}
        maxLength={LONGEST.address}
        autoComplete="off"
      />
      {expired && (
        <CheckboxField
          control={form.control}
          name="acceptExpired"
          label={`Convert although it expired on ${formatDate(quote.validUntil)}`}
          hint="The order keeps the quote's prices. That you did this is recorded."
        />
      )}
    </FormDialog>
  );
}
