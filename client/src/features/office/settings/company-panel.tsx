import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useSearchParams } from "wouter";
import type { z } from "zod";
import { CheckboxField, TextareaField, TextField } from "#client/components/form/fields.tsx";
import { PageForm } from "#client/components/form/page-form.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { useReturnToChecklist } from "#client/components/page/checklist.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { FormSkeleton } from "#client/components/ui/display/waiting.tsx";
import { type Reply, useCall, useFormQuery } from "#client/lib/api.ts";
import { type User, useUser } from "#client/lib/session.ts";
import { companySettingsBody } from "#shared/contract/office/settings.ts";
import { UNNAMED_OFFICE } from "#shared/domain/first-steps.ts";
import { sortCodeInWords } from "#shared/domain/trade/ledger.ts";

/** The seller's details on documents (rule D7). */
export default function CompanyPanel() {
  const company = useFormQuery("settings", "readCompany", {});
  return (
    <Panel title="Company" description="Your details on quotations and invoices. Issued invoices do not change.">
      <QueryView query={company} failure="Failed to load the company's details" skeleton={<FormSkeleton fields={6} />}>
        {(details) => <CompanyForm company={details} />}
      </QueryView>
    </Panel>
  );
}

/** The field displays a sort code in pairs of digits. */
const asTyped = (company: Reply<"settings", "readCompany">) => ({ ...company, sortCode: sortCodeInWords(company.sortCode) });

const PROPOSED = "From your profile. Save it to use it on invoices.";

/** Proposes the name and the address of the owner's profile until the company's are saved. */
const withProfile = (company: Reply<"settings", "readCompany">, { companyName, address }: User) =>
  company.name || company.address || companyName === UNNAMED_OFFICE ? company : { ...company, name: companyName, address: address ?? "" };

/**
 * The form requires no field. The server refuses an invoice that lacks a detail, and the hints name
 * the details it needs.
 */
function CompanyForm({ company }: { company: Reply<"settings", "readCompany"> }) {
  const proposed = withProfile(company, useUser());
  const form = useForm<z.input<typeof companySettingsBody>, unknown, z.output<typeof companySettingsBody>>({
    resolver: zodResolver(companySettingsBody),
    defaultValues: asTyped(proposed),
  });
  const returnToChecklist = useReturnToChecklist();
  const save = useCall("settings", "saveCompany", {
    success: "Company details saved",
    failure: "Failed to save the company's details",
    onSuccess: (saved) => {
      if (!returnToChecklist()) form.reset(asTyped(saved));
    },
  });
  const { control, setFocus } = form;
  const [search] = useSearchParams();
  const isForBank = search.get("part") === "bank";
  useEffect(() => {
    if (!isForBank) return;
    // The page's own heading takes the focus before the next frame.
    const frame = requestAnimationFrame(() => {
      setFocus("bankName");
      document.activeElement?.scrollIntoView?.({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [isForBank, setFocus]);
  const needed = "A VAT invoice needs it.";
  const isProposed = proposed !== company;
  return (
    <PageForm form={form} pending={save.isPending} onSubmit={(body) => save.mutate({ body })} className="flex flex-col gap-4">
      <TextField control={control} name="name" label="Name" hint={isProposed ? PROPOSED : needed} autoComplete="organization" />
      <TextareaField
        control={control}
        name="address"
        label="Address"
        hint={isProposed && proposed.address ? PROPOSED : needed}
        autoComplete="street-address"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} name="vatNumber" label="VAT number" hint={needed} spellCheck={false} />
        <TextField control={control} name="companyNumber" label="Company number" optional spellCheck={false} />
        <TextField
          control={control}
          name="email"
          label="Email"
          optional
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField control={control} name="phone" label="Phone" optional type="tel" inputMode="tel" />
      </div>
      <CheckboxField
        control={control}
        name="directOrders"
        label="Orders go straight to the workshop"
        hint="A quote that a customer places becomes an order at once, as quoted. When off, it waits among the quotes until you convert it."
      />
      <div className="flex flex-col gap-4 border-border border-t pt-4">
        <h3 className="font-semibold">Bank transfers</h3>
        <TextField
          control={control}
          name="bankName"
          label="Bank name"
          optional
          hint="Printed on unpaid invoices and statements, once there is a sort code and an account number."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={control} name="sortCode" label="Sort code" inputMode="numeric" spellCheck={false} />
          <TextField control={control} name="accountNumber" label="Account number" inputMode="numeric" spellCheck={false} />
        </div>
        <CheckboxField
          control={control}
          name="reminders"
          label="Remind customers of unpaid invoices"
          hint="By email to the people who may order: 3 days before an invoice is due, and 7 and 14 days after. Disputed invoices are left out."
        />
        <CheckboxField
          control={control}
          name="mailInvoices"
          label="Email invoices when they are issued"
          hint="With the PDF, to the person who ordered and to those who manage the company. Credit notes and refunds too. An order that is sent off has one email, with its invoice."
        />
      </div>
      <div className="flex flex-col gap-4 border-border border-t pt-4">
        <h3 className="font-semibold">Bookkeeping</h3>
        <p className="text-muted text-sm">The names of sales and their VAT in Xero and in Sage 50, used in their files.</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={control} name="xeroAccount" label="Xero account" spellCheck={false} />
          <TextField control={control} name="xeroTaxType" label="Xero tax type" spellCheck={false} />
          <TextField control={control} name="sageNominal" label="Sage nominal code" spellCheck={false} />
          <TextField control={control} name="sageTaxCode" label="Sage tax code" spellCheck={false} />
          <TextField control={control} name="xeroBadDebt" label="Xero bad debt account" spellCheck={false} />
          <TextField control={control} name="sageBadDebt" label="Sage bad debt code" spellCheck={false} />
        </div>
      </div>
      <Button type="submit" variant="primary" pending={save.isPending} className="self-start max-sm:self-stretch">
        Save company
      </Button>
    </PageForm>
  );
}
