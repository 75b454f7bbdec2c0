import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { AmountField } from "#client/components/form/amount-field.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { SelectField, TextareaField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { SupplierField } from "#client/components/form/supplier-field.tsx";
import { type Input, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { useUser } from "#client/lib/session.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { poundsToPence } from "#shared/domain/money.ts";
import { DENSITY, FINISH_LABEL, FINISHES } from "#shared/domain/timber.ts";
import { DEDUCTION, WIDEST_PANEL } from "#shared/domain/window/geometry/shutter-construction.ts";
import { priceQuestion } from "./price-move.ts";
import { CommaListField } from "./product-fields.tsx";
import { type Product, productBody, productForm, readColours, readSizes, toFormValues } from "./product-form.ts";
import { SurchargeFields } from "./surcharge-fields.tsx";

type ProductSaveDialogProps = {
  /** Null adds a new type. */
  product: Product | null;
  onClose: () => void;
  /** By default a saved type closes the dialog. */
  onSaved?: () => void;
};

export default function ProductSaveDialog({ product, onClose, onSaved = onClose }: ProductSaveDialogProps) {
  const user = useUser();
  // An admin may change everything except the price (rule P7).
  const priceFixed = product !== null && user.role !== "super_admin";
  const form = useForm({ resolver: zodResolver(productForm), defaultValues: toFormValues(product) });
  const { save, pending, error } = useSaveProduct(product, onSaved);
  const sentence = error && failureSentence(error, "Failed to save product");
  /** A large price move waits for confirmation. */
  const [asking, setAsking] = useState<{ question: string; body: Body } | null>(null);
  const submit = (values: Parameters<typeof productBody>[0]) => {
    const body = productBody(values, user);
    const before = product?.basePricePerM2;
    const question = before === undefined ? null : priceQuestion(product?.name ?? "", poundsToPence(before), values.basePricePerM2);
    if (question === null) save(body);
    else setAsking({ question, body });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={product ? `Edit ${product.name}` : "Add product"}
      form={form}
      onSubmit={submit}
      submitLabel={product ? "Save changes" : "Add product"}
      pending={pending}
      error={sentence}
    >
      <TextField control={form.control} name="name" label="Name" />
      <TextareaField control={form.control} name="description" label="Description" optional rows={2} />
      <AmountField
        control={form.control}
        name="basePricePerM2"
        label="Base price per m²"
        prefix="£"
        readOnly={priceFixed}
        hint={priceFixed ? "Only the super admin can change a price." : "Existing quotes keep their price."}
      />
      <CommaListField
        control={form.control}
        name="standardLouverSizes"
        label="Louver sizes"
        hint="In millimetres, separated by commas."
        placeholder="64, 76, 89"
        read={readSizes}
        unit="mm"
      />
      <CommaListField
        control={form.control}
        name="colorOptions"
        label="Colours"
        hint="Separated by commas."
        placeholder="White, Cream, Black"
        read={readColours}
      />
      <AmountField
        control={form.control}
        name="widestPanelMm"
        label="Widest panel"
        optional
        suffix="mm"
        hint={`${WIDEST_PANEL.usual} mm unless stated. Existing quotes keep theirs.`}
      />
      <AmountField
        control={form.control}
        name="deductionMm"
        label="Taken off a recess"
        optional
        suffix="mm"
        hint={`In all, from width and from height: ${DEDUCTION.usual} mm unless stated. Existing quotes keep theirs.`}
      />
      <AmountField
        control={form.control}
        name="densityKgM3"
        label="Density"
        optional
        suffix="kg/m³"
        hint={`The weight of panels is computed from it: ${DENSITY.usual} unless stated.`}
      />
      <SelectField
        control={form.control}
        name="finish"
        label="Finish"
        hint="Painted timber of every colour is cut from the same bars."
        options={FINISHES.map((value) => ({ value, label: FINISH_LABEL[value] }))}
      />
      <TextField
        control={form.control}
        name="material"
        label="Material"
        optional
        maxLength={LONGEST.material}
        hint="Its name on customers' quotations to homeowners. Leave it empty for the name above."
      />
      <AmountField
        control={form.control}
        name="leadWeeks"
        label="Lead time"
        optional
        suffix="weeks"
        hint="Counted from the order. Quotations and New Quote display it unless it is empty."
      />
      {user.role === "super_admin" && (
        <>
          <AmountField
            control={form.control}
            name="minimumAreaM2"
            label="Minimum area"
            optional
            suffix="m²"
            hint="Each smaller window is charged as this area. Existing quotes do not change."
          />
          <SurchargeFields control={form.control} name="surcharges" onField={(place) => form.setValue(`surcharges.${place}.value`, "")} />
          <AmountField
            control={form.control}
            name="costPerM2"
            label="Cost per m²"
            prefix="£"
            optional
            hint="The cost of making it, for your margins. Only you see it. Existing quotes keep theirs."
          />
          <SurchargeFields
            control={form.control}
            name="costSurcharges"
            onField={(place) => form.setValue(`costSurcharges.${place}.value`, "")}
          />
        </>
      )}
      {user.role === "super_admin" && (
        <SupplierField
          control={form.control}
          name="supplierId"
          present={product?.supplierId ? { id: product.supplierId, companyName: "As it is now" } : null}
          hint="New orders of this type are assigned to them; an order with another supplier's types too is open to any supplier."
        />
      )}
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          title="Save this price?"
          confirmLabel="Save the price"
          cancelLabel="Go back"
          onConfirm={() => {
            save(asking.body);
            setAsking(null);
          }}
          pending={false}
        >
          {asking.question}
        </ConfirmDialog>
      )}
    </FormDialog>
  );
}

type Body = Input<"products", "create">["body"];

/** A new and an edited type have the same messages (rule S8). */
function useSaveProduct(product: Product | null, onSaved: () => void) {
  const words = { success: "Product added or updated successfully", failure: "Failed to save product", onSuccess: onSaved };
  const create = useCall("products", "create", words);
  const update = useCall("products", "update", words);
  return {
    save: (body: Body) => (product ? update.mutate({ body: { id: product.id, ...body } }) : create.mutate({ body })),
    pending: create.isPending || update.isPending,
    error: create.error ?? update.error,
  };
}
