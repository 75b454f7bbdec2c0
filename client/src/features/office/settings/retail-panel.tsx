import { zodResolver } from "@hookform/resolvers/zod";
import { type ChangeEvent, useRef } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { AmountField, typedTextSchema } from "#client/components/form/amount-field.tsx";
import { CheckboxField, parseNumber, SelectField, TextareaField, TextField } from "#client/components/form/fields.tsx";
import { PageForm } from "#client/components/form/page-form.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { useReturnToChecklist } from "#client/components/page/checklist.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { FormSkeleton } from "#client/components/ui/display/waiting.tsx";
import { type Reply, useCall, useFormQuery } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { businessFields, NO_VAT_NUMBER } from "#shared/contract/retail.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { sortCodeInWords } from "#shared/domain/trade/ledger.ts";

type Business = Reply<"retail", "business">;

/** The company's details that its own customers see (rule T1). */
export default function RetailPanel() {
  const business = useFormQuery("retail", "business", {});
  return (
    <QueryView query={business} failure="Failed to load your business details" skeleton={<FormSkeleton fields={8} />}>
      {(details) => (
        <div className="flex flex-col gap-6">
          <Panel
            title="Your business"
            description="Your details on quotations to your own customers. Sent quotations do not change, and we do not see them."
          >
            <BusinessForm business={details} />
          </Panel>
          {details.saved && <LogoPanel logo={details.logo} />}
        </div>
      )}
    </QueryView>
  );
}

const { markupPercent, fittingPrice, depositPercent, validDays, leadTimeWeeks } = businessFields.shape;
const plain = (typed: string) => typed.replace(/^\s*£|%\s*$/g, "").trim();
const number = (typed: string) => (plain(typed) === "" ? undefined : parseNumber(plain(typed)));
const orNull = (typed: string) => (plain(typed) === "" ? null : parseNumber(plain(typed)));

const form = businessFields
  .extend({
    markupPercent: typedTextSchema(markupPercent, number),
    fittingPrice: typedTextSchema(fittingPrice, number),
    depositPercent: typedTextSchema(depositPercent, number),
    validDays: typedTextSchema(validDays, number),
    leadTimeWeeks: typedTextSchema(leadTimeWeeks, orNull),
  })
  .refine(({ vatRegistered, vatNumber }) => !vatRegistered || Boolean(vatNumber), { message: NO_VAT_NUMBER, path: ["vatNumber"] });

const asTyped = (business: Business): z.input<typeof form> => ({
  ...business,
  markupPercent: String(business.markupPercent),
  fittingPrice: business.fittingPrice.toFixed(2),
  depositPercent: String(business.depositPercent),
  validDays: String(business.validDays),
  leadTimeWeeks: business.leadTimeWeeks?.toString() ?? "",
  sortCode: sortCodeInWords(business.sortCode),
});

const FITTING = [
  { value: "window", label: "for each window" },
  { value: "job", label: "for the whole job" },
] as const;

function BusinessForm({ business }: { business: Business }) {
  const fields = useForm<z.input<typeof form>, unknown, z.output<typeof form>>({
    resolver: zodResolver(form),
    defaultValues: asTyped(business),
  });
  const returnToChecklist = useReturnToChecklist();
  const save = useCall("retail", "saveBusiness", {
    success: "Your business details are saved",
    failure: "Failed to save your business details",
    onSuccess: (saved) => {
      if (!returnToChecklist()) fields.reset(asTyped(saved));
    },
  });
  const { control } = fields;
  const [registered, accent] = useWatch({ control, name: ["vatRegistered", "accent"] });
  return (
    <PageForm
      form={fields}
      pending={save.isPending}
      onSubmit={({ markupPercent: markup, fittingPrice: fitting, depositPercent: deposit, ...body }) =>
        save.mutate({ body: { ...body, markupPercent: markup / 100, fittingPrice: fitting / 100, depositPercent: deposit / 100 } })
      }
      className="flex flex-col gap-4"
    >
      <TextField control={control} name="tradingName" label="Trading name" maxLength={LONGEST.tradingName} autoComplete="organization" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} name="phone" label="Phone" optional type="tel" inputMode="tel" maxLength={LONGEST.phone} />
        <TextField
          control={control}
          name="email"
          label="Email"
          optional
          type="email"
          inputMode="email"
          hint="Replies to your emails go to this address."
        />
      </div>
      <TextareaField control={control} name="address" label="Address" optional rows={3} maxLength={LONGEST.address} />
      <TextField
        control={control}
        name="website"
        label="Website"
        optional
        inputMode="url"
        placeholder="https://"
        maxLength={LONGEST.website}
      />
      <CheckboxField
        control={control}
        name="vatRegistered"
        label="Registered for VAT"
        hint="Then your prices are without VAT, and 20 % is added."
      />
      {registered && <TextField control={control} name="vatNumber" label="VAT number" spellCheck={false} maxLength={LONGEST.vatNumber} />}
      <div className="flex flex-col gap-4 border-border border-t pt-4">
        <h3 className="font-semibold">Prices</h3>
        <div className="grid gap-4 sm:grid-cols-2">
          <AmountField
            control={control}
            name="markupPercent"
            label="Markup"
            suffix="%"
            hint={
              registered
                ? "Added to your cost of a window without VAT."
                : "Added to your cost of a window with VAT, which you can't reclaim."
            }
          />
          <AmountField control={control} name="depositPercent" label="Deposit" suffix="%" hint="A part of the total, due on acceptance." />
          <AmountField control={control} name="fittingPrice" label="Fitting" prefix="£" />
          <SelectField control={control} name="fittingPer" label="Fitting is charged" options={FITTING} />
          <AmountField control={control} name="validDays" label="Days a quotation is valid" />
          <AmountField control={control} name="leadTimeWeeks" label="Lead time in weeks" optional />
        </div>
      </div>
      <div className="flex flex-col gap-4 border-border border-t pt-4">
        <h3 className="font-semibold">Where they pay to</h3>
        <TextField control={control} name="bankName" label="Bank name" optional maxLength={LONGEST.bankName} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={control} name="sortCode" label="Sort code" optional inputMode="numeric" spellCheck={false} />
          <TextField control={control} name="accountNumber" label="Account number" optional inputMode="numeric" spellCheck={false} />
        </div>
      </div>
      <div className="flex flex-col gap-4 border-border border-t pt-4">
        <h3 className="font-semibold">Appearance and texts</h3>
        <div className="flex items-end gap-3">
          <TextField
            control={control}
            name="accent"
            label="Colour"
            optional
            spellCheck={false}
            placeholder="#1f4d4a"
            className="max-w-40"
          />
          <input
            type="color"
            aria-label="Choose the colour"
            value={/^#[0-9a-f]{6}$/i.test(accent ?? "") ? (accent as string) : "#1f4d4a"}
            onChange={(event) => fields.setValue("accent", event.target.value, { shouldDirty: true, shouldValidate: true })}
            className="h-10 w-14 shrink-0 rounded-md border border-control bg-surface p-1"
          />
        </div>
        <TextareaField control={control} name="terms" label="Terms" optional rows={6} maxLength={LONGEST.retailTerms} />
        <TextareaField control={control} name="footer" label="Last line" optional rows={2} maxLength={LONGEST.retailFooter} />
      </div>
      <Button type="submit" variant="primary" pending={save.isPending} className="self-start max-sm:self-stretch">
        Save business
      </Button>
    </PageForm>
  );
}

const LOGO_FAILED = "Failed to save the logo";

function LogoPanel({ logo }: { logo: string | null }) {
  const chosen = useRef<HTMLInputElement>(null);
  const save = useCall("retail", "saveLogo", { success: "Logo saved", failure: LOGO_FAILED });
  const remove = useCall("retail", "removeLogo", { success: "Logo removed", failure: "Failed to remove the logo" });
  const send = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) save.mutate({ files: [file] });
    target.value = "";
  };
  return (
    <Panel title="Logo" description="JPEG, PNG or WebP of up to 2 MB. Without one your trading name is displayed.">
      <div className="flex flex-col items-start gap-4">
        {logo && (
          // A logo is drawn for white paper, in a dark theme too, as the quotation prints it.
          <img
            src={logo}
            alt="Your logo"
            style={{ backgroundColor: "#fff" }}
            className="max-h-24 max-w-full rounded-sm border border-border p-2"
          />
        )}
        {save.error && <FailureNote>{failureSentence(save.error, LOGO_FAILED)}</FailureNote>}
        <input
          ref={chosen}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label="Choose a logo"
          className="sr-only"
          onChange={send}
        />
        <div className="flex flex-wrap gap-2">
          <Button pending={save.isPending} onClick={() => chosen.current?.click()}>
            {logo ? "Choose another" : "Choose a logo"}
          </Button>
          {logo && (
            <Button variant="ghost" pending={remove.isPending} onClick={() => remove.mutate({})}>
              Remove
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}
