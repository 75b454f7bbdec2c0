import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type Resolver, type UseFormReturn, useForm } from "react-hook-form";
import { DateField } from "#client/components/form/date-field.tsx";
import { CheckboxField, TextareaField, useBoundField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { MeasuresToCheck } from "#client/components/window/measures-to-check.tsx";
import { query, type Reply, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { ApiError, failureSentence, isForbidden } from "#client/lib/api-error.ts";
import { UNREADABLE_DAY } from "#client/lib/day-text.ts";
import { formatDate, formatMoney } from "#client/lib/format.ts";
import { useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { NEEDED_IN_THE_FUTURE, NO_COMPANY_ADDRESS, ownAddress, shippingAddress } from "#shared/contract/parts/quote-bodies.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { addDays, type Day, isDay, londonDay } from "#shared/domain/period.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { leadTimeByDay, readyInWords } from "#shared/domain/trade/lead-time.ts";
import { protectPostcodes, restoreSpaces } from "#shared/domain/trade/place.ts";
import { orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";
import { isExpired, type Quote, type QuoteAction, quoteActions } from "../quote-actions.ts";
import { describePlacing } from "../quote-next.ts";
import { type Difference, DifferenceList } from "../retail/difference-list.tsx";
import { QuoteChanged, useChanged } from "./quote-changed.tsx";
import { QuoteInWords } from "./quote-in-words.tsx";

interface Values {
  shippingAddress: string;
  /** The company's own address, for a company that has none stored. */
  companyAddress: string;
  requiredBy: Day | null;
  acceptExpired: boolean;
  acceptOverLimit: boolean;
  acceptedDifferences: boolean;
}

/**
 * `placing`: the customer places the order, or changes its details. `converting`: the office makes
 * the order.
 */
type OrderStep = "placing" | "converting";

/** The actions that must still be possible, so that pressing again is not certain to fail. */
const STEP_ACTIONS = { placing: ["place", "change"], converting: ["convert"] } as const satisfies Record<OrderStep, readonly QuoteAction[]>;

type QuoteOrderDialogProps = { step: OrderStep; quote: Quote; now: number; onClose: () => void };

/**
 * Places a quote or converts it into an order, with its address and day. The form starts with the
 * details of an earlier placing, otherwise with the usual address.
 */
export default function QuoteOrderDialog({ step, quote: read, now, onClose }: QuoteOrderDialogProps) {
  const user = useUser();
  const { save, pending, error, forbidden, refused, askedForAddress, sooner, overLimit, differing } = useSave(step, onClose);
  const changed = useChanged(read, refused);
  const quote = changed.quote ?? read;
  const converting = step === "converting";
  const { data: details } = useQuery(query("quotes", "read", { params: { id: read.id } }));
  const changing = !converting && quote.placedAt !== null;
  const expired = converting && isExpired(quote, now) && quote.placedAt === null;
  const tomorrow = addDays(londonDay(new Date(now)), 1);
  const own = user.role === "customer";
  const company = useCompanyAddress(quote);
  const usual = company ?? undefined;
  const address = protectPostcodes(quote.shippingAddress ?? quote.siteAddress ?? usual ?? "");
  // Two companies may have the same name. Then only the server can identify the company, and its
  // refusal requests the address.
  const addressless = company === null || askedForAddress;
  const lacksAddress = addressless ? (own ? NO_COMPANY_ADDRESS : NO_ADDRESS_OF_THEIRS) : null;
  const halfTyped = useRef(false);
  const form = useForm<Values>({
    defaultValues: {
      shippingAddress: address,
      companyAddress: "",
      requiredBy: quote.requiredBy,
      acceptExpired: false,
      acceptOverLimit: false,
      acceptedDifferences: false,
    },
    resolver: resolver({
      expired,
      overLimit,
      differs: differing !== null,
      lacksAddress,
      since: converting ? quote.requiredBy : null,
      tomorrow,
      halfTyped,
    }),
    shouldFocusError: false,
  });
  // A client's address loads later, and a colleague may place the quote meanwhile. An edited
  // address is not replaced.
  useEffect(() => {
    if (!form.getFieldState("shippingAddress").isDirty) form.resetField("shippingAddress", { defaultValue: address });
  }, [form, address]);
  useEffect(() => {
    if (!form.getFieldState("requiredBy").isDirty) form.resetField("requiredBy", { defaultValue: quote.requiredBy });
  }, [form, quote.requiredBy]);
  const offered = quoteActions(user, quote, now);
  const over = changed.quote !== null && !STEP_ACTIONS[step].some((action) => offered.includes(action));
  const plainVerb = converting ? "Convert to Order" : changing ? "Save" : "Place order";
  const verb = sooner ? `${plainVerb} anyway` : plainVerb;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={converting ? "Convert Quote to Order" : changing ? "Change delivery" : "Place order"}
      number={quoteNumber(quote.id)}
      description={<QuoteInWords quote={quote} withCompany={converting || isStaff(user.role)} />}
      form={form}
      onSubmit={({ acceptExpired, acceptOverLimit, acceptedDifferences, companyAddress, ...values }) =>
        save(quote, {
          ...values,
          shippingAddress: restoreSpaces(values.shippingAddress),
          ...(expired && { acceptExpired }),
          ...(overLimit && { acceptOverLimit }),
          ...(differing && { acceptedDifferences }),
          ...(addressless && { companyAddress }),
        })
      }
      onInvalid={({ shippingAddress: wrong }) =>
        wrong?.message && toast({ title: "Error", description: wrong.message, variant: "destructive" })
      }
      submitLabel={forbidden || over ? null : changed.quote ? `${verb} at ${formatMoney(quote.finalTotal ?? 0)}` : verb}
      submitDisabled={changed.loading}
      pending={pending}
      error={changed.quote || sooner || differing ? null : error}
    >
      {changed.quote && <QuoteChanged reason={error} before={read} now={changed.quote} over={over} onLook={onClose} />}
      <TextareaField
        control={form.control}
        name="shippingAddress"
        label="Shipping address"
        hint={addressHint(quote, usual, own)}
        rows={4}
        maxLength={LONGEST.address}
        autoComplete="off"
      />
      {addressless && (
        <TextareaField
          control={form.control}
          name="companyAddress"
          label={own ? "For your invoices" : "For their invoices"}
          hint={
            own
              ? "Your company's own address. Invoices are addressed to it, and it is saved in Settings."
              : "The company's own address. Invoices are addressed to it, and it is saved in their profile."
          }
          rows={3}
          maxLength={LONGEST.address}
          autoComplete={own ? "street-address" : "off"}
        />
      )}
      <DayField
        form={form}
        label="Needed by"
        hint={converting ? "The workshop sees it." : dayHint(details, londonDay(new Date(now)))}
        min={tomorrow}
        halfTyped={halfTyped}
      />
      <MeasuresToCheck windows={details?.items} />
      {sooner && <Alert tone="warning">{sooner}</Alert>}
      {differing && (
        <>
          <Alert tone="warning" title={differing.sentence}>
            <DifferenceList differences={differing.differences} />
          </Alert>
          <CheckboxField
            control={form.control}
            name="acceptedDifferences"
            label={converting ? "Convert it anyway" : "Place it anyway"}
            hint="The order is made as the quote is now."
          />
        </>
      )}
      {expired && (
        <CheckboxField
          control={form.control}
          name="acceptExpired"
          label={`Convert although it expired on ${formatDate(quote.validUntil)}`}
          hint="The order keeps the quote's prices. Your decision is recorded."
        />
      )}
      {overLimit && (
        <CheckboxField
          control={form.control}
          name="acceptOverLimit"
          label="Convert beyond their credit limit"
          hint="They will then owe more than agreed. Your decision is recorded."
        />
      )}
      {own && !forbidden && !over && (
        <p className="text-muted">What happens next: {describePlacing(user).replace(/^./, (first) => first.toLowerCase())}</p>
      )}
    </FormDialog>
  );
}

type ReadyFacts = Pick<Reply<"quotes", "read">, "leadTime" | "readyOn">;
const dayHint = ({ leadTime, readyOn }: ReadyFacts = {}, today: Day): string => {
  const ready = readyOn ? readyInWords(readyOn) : leadTime && leadTimeByDay(leadTime, today);
  return `${ready ?? "A day after today"}. Leave it empty if there is no hurry.`;
};

const addressHint = (quote: Quote, usual: string | undefined, own: boolean): string => {
  if (quote.shippingAddress !== null) return own ? "Where the finished shutters go." : "As the customer placed it.";
  if (quote.siteAddress) return "The address of the site. Change it if the shutters go somewhere else.";
  if (!usual) return "Where the finished shutters go.";
  return `${own ? "Your" : "The client's own"} address. Change it if the shutters go somewhere else.`;
};

const NO_ADDRESS_OF_THEIRS = "Please enter the company's address, for its invoices";

/**
 * The company's own address: one's own, or the client's as staff know it. Null means that it has
 * none, undefined that it is unknown.
 */
function useCompanyAddress(quote: Quote): string | null | undefined {
  const user = useUser();
  const { companyName } = quote.user;
  const { data: clients } = useQuery({
    ...query("clients", "list", { query: { search: companyName, limit: "200" } }),
    enabled: isStaff(user.role),
  });
  if (user.role === "customer") return user.address;
  // Two companies may have the same name, and a wrong address is worse than an empty field.
  const named = clients?.filter((client) => client.companyName === companyName) ?? [];
  return named.length === 1 ? named[0]?.address : undefined;
}

/** The server's question about a day that is too early (rule Q33). */
const soonerIn = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 409 && error.problem.leadWeeks !== undefined ? error.sentence : null;

interface Differing {
  readonly sentence: string;
  readonly differences: readonly Difference[];
}
/** The server's question about a quote that differs from the accepted quotation (rule T17). */
const differencesIn = (error: unknown): Differing | null =>
  error instanceof ApiError && error.status === 409 && error.sentence !== null && Array.isArray(error.problem.differences)
    ? { sentence: error.sentence, differences: error.problem.differences as Difference[] }
    : null;

function useSave(step: OrderStep, onSuccess: () => void) {
  const keyFor = useIdempotencyKey();
  const [refused, setRefused] = useState(false);
  const wasPlaced = useRef(false);
  const [askedForAddress, setAskedForAddress] = useState(false);
  /** The server's warning that the day is earlier than the types' lead time. It appears once. */
  const [sooner, setSooner] = useState<string | null>(null);
  const [overLimit, setOverLimit] = useState(false);
  const [differing, setDiffering] = useState<Differing | null>(null);
  const onError = (reason: unknown) => {
    if (!(reason instanceof ApiError)) return;
    const warning = soonerIn(reason);
    setSooner(warning);
    const isOverLimit = reason.problem.overLimit !== undefined;
    const differs = differencesIn(reason);
    if (differs) setDiffering(differs);
    else if (isOverLimit) setOverLimit(step === "converting");
    else if (reason.status === 409 && !warning) setRefused(true);
    if (reason.problem.errors?.some(({ path }) => path === "companyAddress")) setAskedForAddress(true);
  };
  const fixed = step === "converting" ? "Failed to convert quote" : "Failed to place the order";
  const failure = (error: unknown) => (soonerIn(error) || differencesIn(error) ? null : failureSentence(error, fixed));
  const convert = useCall("quotes", "convert", {
    success: "Quote converted",
    successLink: ({ id }) => ({ label: `Open order ${orderNumber(id)}`, path: `/orders?order=${id}` }),
    failure,
    onSuccess,
  });
  const place = useCall("quotes", "place", {
    success: ({ orderId }) =>
      orderId === null ? (wasPlaced.current ? "Delivery changed" : "Order placed") : `Order placed: it is ${orderNumber(orderId)}`,
    failure,
    onSuccess,
  });
  const error = convert.error ?? place.error;
  return {
    /** Sends the quote's version that the person has read. */
    save: (quote: Quote, { requiredBy, ...values }: Pick<Values, "shippingAddress" | "requiredBy"> & Partial<Values>) => {
      const params = { id: quote.id };
      const { version } = quote;
      wasPlaced.current = quote.placedAt !== null;
      // A conversion that omits the day uses the placed one.
      const body = { ...values, ...(requiredBy !== quote.requiredBy && { requiredBy }), version };
      if (step === "converting") return convert.mutate({ params, body, idempotencyKey: keyFor(body) }, { onError });
      const placing = { ...values, requiredBy, version, ...(sooner && { confirmed: true }) };
      place.mutate({ params, body: placing, idempotencyKey: keyFor(placing) }, { onError });
    },
    pending: convert.isPending || place.isPending,
    error: error && failureSentence(error, fixed),
    sooner,
    forbidden: isForbidden(error),
    /** The refusal is about the quote's new state. */
    refused,
    askedForAddress,
    /** The office must confirm an order above the credit limit. */
    overLimit,
    /** The differences from the quotation that the homeowner accepted. */
    differing,
  };
}

type Limits = {
  expired: boolean;
  differs: boolean;
  overLimit: boolean;
  /** The message in place of the address, if the company has none. */
  lacksAddress: string | null;
  /** The placed day, which may have become too early meanwhile. */
  since: Day | null;
  tomorrow: Day;
  /** The field holds an incomplete date, which must not count as no date. */
  halfTyped: RefObject<boolean>;
};

const resolver =
  ({ expired, overLimit, differs, lacksAddress, since, tomorrow, halfTyped }: Limits): Resolver<Values> =>
  (values) => {
    const { requiredBy, acceptExpired, acceptOverLimit, acceptedDifferences } = values;
    const fault = (message: string) => ({ type: "rule", message });
    const address = shippingAddress.safeParse(values.shippingAddress).error?.issues[0]?.message;
    const early = requiredBy !== null && requiredBy !== since && !(isDay(requiredBy) && requiredBy >= tomorrow);
    const wrongDay = halfTyped.current ? UNREADABLE_DAY : early ? NEEDED_IN_THE_FUTURE : null;
    const errors = {
      ...(address && { shippingAddress: fault(address) }),
      ...(lacksAddress && !ownAddress.safeParse(values.companyAddress).success && { companyAddress: fault(lacksAddress) }),
      ...(wrongDay && { requiredBy: fault(wrongDay) }),
      ...(expired && !acceptExpired && { acceptExpired: fault("Please confirm that the expired price still holds") }),
      ...(differs && !acceptedDifferences && { acceptedDifferences: fault("Please confirm that you have read the differences") }),
      ...(overLimit && !acceptOverLimit && { acceptOverLimit: fault("Please confirm that they may owe more") }),
    };
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };

type DayFieldProps = { form: UseFormReturn<Values>; label: string; hint: string; min: Day; halfTyped: RefObject<boolean> };

function DayField({ form, min, halfTyped, ...props }: DayFieldProps) {
  const { field, frame } = useBoundField({ ...props, control: form.control, name: "requiredBy" as const, optional: true });
  return (
    <Field {...frame}>
      {(wiring) => (
        <DateField
          {...field}
          {...wiring}
          className="max-w-48"
          min={min}
          onTyping={(typing) => {
            halfTyped.current = typing;
            form.clearErrors("requiredBy");
          }}
          onUnreadable={() => void form.trigger("requiredBy")}
        />
      )}
    </Field>
  );
}
