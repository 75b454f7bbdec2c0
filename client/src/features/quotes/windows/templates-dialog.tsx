import { zodResolver } from "@hookform/resolvers/zod";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { CheckboxField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { Checkbox } from "#client/components/ui/control/choices.tsx";
import { FactsSkeleton } from "#client/components/ui/display/waiting.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { createTemplateBody } from "#shared/contract/templates.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Products, WindowValues } from "../form/quote-values.ts";
import { applyTemplate, pickChoices, type Template, templateInWords, useTemplates } from "../form/window-template.ts";

type TemplatesDialogProps = {
  /** The window on screen. */
  window: WindowValues;
  products: Products;
  onUse: (choices: Partial<WindowValues>) => void;
  onClose: () => void;
};

const keepForm = createTemplateBody.pick({ name: true }).extend({ isDefault: z.boolean() });
const KEEP_FAILED = "Failed to save the template";

/** Applies a template to the window on screen, and saves its choices as a template (rule Q20). */
export default function TemplatesDialog({ window, products, onUse, onClose }: TemplatesDialogProps) {
  const templates = useTemplates();
  const form = useForm({ resolver: zodResolver(keepForm), defaultValues: { name: "", isDefault: false } });
  const keyFor = useIdempotencyKey();
  const saveTemplate = useCall("templates", "create", {
    success: ({ name }) => `${name} is saved as a template`,
    failure: KEEP_FAILED,
    onSuccess: () => form.reset(),
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Templates"
      description="All choices of a window except its name, sizes and quantity."
      form={form}
      onSubmit={(typed) => {
        const body = { ...typed, window: pickChoices(window) };
        saveTemplate.mutate({ body, idempotencyKey: keyFor({ ...body, count: saveTemplate.submittedAt }) });
      }}
      submitLabel="Keep"
      cancelLabel="Close"
      pending={saveTemplate.isPending}
      error={saveTemplate.isError ? failureSentence(saveTemplate.error, KEEP_FAILED) : null}
    >
      <QueryView query={templates} failure="Failed to fetch the templates" skeleton={<FactsSkeleton facts={2} />}>
        {(rows) => (
          <ul aria-label="Templates" className="divide-y border-y empty:hidden">
            {rows.map((template) => (
              <TemplateRow
                key={template.id}
                template={template}
                words={templateInWords(template, products)}
                onUse={() => {
                  onUse(applyTemplate(template.window, window, products));
                  onClose();
                }}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <TextField
        control={form.control}
        name="name"
        label={`Save the choices of ${window.name.trim() || "this window"} as`}
        placeholder="Bedrooms, white"
        autoComplete="off"
        maxLength={LONGEST.templateName}
      />
      <CheckboxField control={form.control} name="isDefault" label="Begin each new quote with it" />
    </FormDialog>
  );
}

type TemplateRowProps = { template: Template; words: string; onUse: () => void };

function TemplateRow({ template: { id, name, isDefault }, words, onUse }: TemplateRowProps) {
  const [asking, setAsking] = useState(false);
  const change = useCall("templates", "change", { failure: "Failed to change the template" });
  const remove = useCall("templates", "delete", {
    success: `${name} deleted`,
    failure: "Failed to delete the template",
    onSuccess: () => setAsking(false),
  });
  return (
    <li className="flex items-center gap-2">
      <button type="button" onClick={onUse} className="min-h-control min-w-0 flex-1 rounded-sm py-2 text-left hover:bg-raised">
        <span className="block font-semibold break-words">{name}</span>
        <span className="block text-sm text-muted">{words}</span>
      </button>
      <Checkbox
        label="Default"
        aria-label={`Begin each new quote with ${name}`}
        checked={isDefault}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ params: { id }, body: { isDefault: event.target.checked } })}
      />
      <IconButton label={`Delete ${name}`} icon={<Trash2 />} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${name}?`}
        confirmLabel="Delete template"
        danger
        onConfirm={() => remove.mutate({ params: { id } })}
        pending={remove.isPending}
      >
        Windows that began with it do not change.
      </ConfirmDialog>
    </li>
  );
}
