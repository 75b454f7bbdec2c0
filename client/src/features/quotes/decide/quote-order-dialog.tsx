import { useQuery } from "@tanstack/react-query";
import { type RefObject, type SyntheticEvent, useEffect, useRef } from "react";
import { type Control, type Resolver, useForm } from "react-hook-form";
import { CheckboxField, TextareaField, useBoundField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { DateInput } from "#client/components/ui/control/input.tsx";
import { query, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatDate } from "#client/lib/format.ts";
import { useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { NEEDED_IN_THE_FUTURE, shippingAddress } from "#shared/contract/quote-bodies.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { addDays, type Day, isDay, londonDay } from "#shared/domain/period.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { orderNumber, quoteNumber } from "#shared/domain/status.ts";
import { isExpired, type Quote } from "../quote-actions.ts";
import { afterPlacing } from "../quote-next.ts";
import { QuoteInWords } from "./quote-in-words.tsx";

interface Values {
  shippingAddress: string;
  requiredBy: Day | null;
  acceptExpired: boolean;
}

/** `placing`: the customer asks for it, or changes what was asked. `converting`: the office makes the order. */
export type OrderStep = "placing" | "converting";

type QuoteOrderDialogProps = { step: OrderStep; quote: Quote; now: number; onClose: () => void };

/** Makes an order of a quote, or asks for it: where it goes and by when. It begins with what was placed before, else with the usual address. */
export default function QuoteOrderDialog({ step, quote, now, onClose }: QuoteOrderDialogProps) {
  const user = useUser();
  const converting = step === "converting";
  const changing = !converting && quote.placedAt !== null;
  const expired = converting && isExpired(quote, now) && quote.placedAt === null;
  const tomorrow = addDays(londonDay(new Date(now)), 1);
  const usual = useUsualAddress(quote);
  const address = quote.shippingAddress ?? usual ?? "";
  const halfTyped = useRef(false);
  const form = useForm<Values>({
    defaultValues: { shippingAddress: address, requiredBy: quote.requiredBy, acceptExpired: false },
    resolver: resolver({ expired, since: converting ? quote.requiredBy : null, tomorrow, halfTyped }),
    shouldFocusError: false,
  });
  // The address of a client comes later. It replaces neither what was typed by then nor what is said of it.
  useEffect(() => {
    if (!form.getFieldState("shippingAddress").isDirty) form.resetField("shippingAddress", { defaultValue: address });
  }, [form, address]);
  const { save, pending, error } = useSave(step, quote, onClose);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={converting ? "Convert Quote to Order" : changing ? "Change delivery" : "Place order"}
      number={quoteNumber(quote.id)}
      description={<QuoteInWords quote={quote} withCompany={converting || isStaff(user.role)} />}
      form={form}
      onSubmit={({ acceptExpired, ...values }) => save({ ...values, ...(expired && { acceptExpired }) })}
      onInvalid={({ shippingAddress: wrong }) =>
        wrong?.message && toast({ title: "Error", description: wrong.message, variant: "destructive" })
      }
      submitLabel={converting ? "Convert to Order" : changing ? "Save" : "Place order"}
      pending={pending}
      error={error}
    >
      <TextareaField
        control={form.control}
        name="shippingAddress"
        label="Shipping address"
        hint={addressHint(quote, usual, user.role === "customer")}
        rows={4}
        maxLength={LONGEST.address}
        autoComplete="off"
      />
      <DayField
        control={form.control}
        label="Needed by"
        hint={converting ? "The workshop sees it." : "A day after today. Leave it empty if there is no hurry."}
        min={tomorrow}
        halfTyped={halfTyped}
      />
      {expired && (
        <CheckboxField
          control={form.control}
          name="acceptExpired"
          label={`Convert although it expired on ${formatDate(quote.validUntil)}`}
          hint="The order keeps the quote's prices. That you did this is recorded."
        />
      )}
      {user.role === "customer" && (
        <p className="text-muted">What happens next: {afterPlacing(user).replace(/^./, (first) => first.toLowerCase())}</p>
      )}
    </FormDialog>
  );
}

const addressHint = (quote: Quote, usual: string | undefined, own: boolean): string => {
  if (quote.shippingAddress !== null) return own ? "Where the finished shutters go." : "As the customer placed it.";
  if (!usual) return "Where the finished shutters go.";
  return `${own ? "Your" : "The client's own"} address. Change it if the shutters go somewhere else.`;
};

/** The company's own address: of one's own, or of the client as staff know it. */
function useUsualAddress(quote: Quote): string | undefined {
  const user = useUser();
  const { companyName } = quote.user;
  const { data: clients } = useQuery({
    ...query("clients", "list", { query: { search: companyName, limit: "200" } }),
    enabled: isStaff(user.role) && quote.shippingAddress === null,
  });
  if (user.role === "customer") return user.address ?? undefined;
  // Two companies may bear one name. A wrong address is worse than none.
  const named = clients?.filter((client) => client.companyName === companyName) ?? [];
  return named.length === 1 ? (named[0]?.address ?? undefined) : undefined;
}

function useSave(step: OrderStep, quote: Quote, onSuccess: () => void) {
  const keyFor = useIdempotencyKey();
  const failure = step === "converting" ? "Failed to convert quote" : "Failed to place the order";
  const convert = useCall("quotes", "convert", { success: "Quote converted", failure, onSuccess });
  const place = useCall("quotes", "place", {
    success: ({ orderId }) =>
      orderId === null ? (quote.placedAt === null ? "Order placed" : "Delivery changed") : `Order placed: it is ${orderNumber(orderId)}`,
    failure,
    onSuccess,
  });
  const error = convert.error ?? place.error;
  return {
    save: ({ requiredBy, ...values }: Omit<Values, "acceptExpired"> & { acceptExpired?: boolean }) => {
      const params = { id: quote.id };
      // Left out in a conversion, it is what was placed.
      const body = { ...values, ...(requiredBy !== quote.requiredBy && { requiredBy }) };
      if (step === "converting") convert.mutate({ params, body, idempotencyKey: keyFor(body) });
      else place.mutate({ params, body: { ...values, requiredBy }, idempotencyKey: keyFor([quote.version, values, requiredBy]) });
    },
    pending: convert.isPending || place.isPending,
    error: error && failureSentence(error, failure),
  };
}

type Limits = {
  expired: boolean;
  /** What was placed may have come too near meanwhile. */
  since: Day | null;
  tomorrow: Day;
  /** The browser gives no value of a day that is not whole yet. It must not count as none. */
  halfTyped: RefObject<boolean>;
};

const resolver =
  ({ expired, since, tomorrow, halfTyped }: Limits): Resolver<Values> =>
  (values) => {
    const { requiredBy, acceptExpired } = values;
    const fault = (message: string) => ({ type: "rule", message });
    const address = shippingAddress.safeParse(values.shippingAddress).error?.issues[0]?.message;
    const early = requiredBy !== null && requiredBy !== since && !(isDay(requiredBy) && requiredBy >= tomorrow);
    const wrongDay = early || halfTyped.current;
    const errors = {
      ...(address && { shippingAddress: fault(address) }),
      ...(wrongDay && { requiredBy: fault(NEEDED_IN_THE_FUTURE) }),
      ...(expired && !acceptExpired && { acceptExpired: fault("Please confirm that the expired price still holds") }),
    };
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };

type DayFieldProps = { control: Control<Values, unknown, Values>; label: string; hint: string; min: Day; halfTyped: RefObject<boolean> };

function DayField({ min, halfTyped, ...props }: DayFieldProps) {
  const { field, frame } = useBoundField({ ...props, name: "requiredBy" as const, optional: true });
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    halfTyped.current = currentTarget.validity.badInput;
  };
  return (
    <Field {...frame}>
      {(wiring) => (
        <DateInput
          {...field}
          {...wiring}
          min={min}
          className="max-w-48"
          onKeyUp={look}
          onBlur={(event) => {
            look(event);
            field.onBlur();
          }}
        />
      )}
    </Field>
  );
}
