import type { ReactNode } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { formatMoney } from "#client/lib/format.ts";

export type ReviewForm = UseFormReturn<{ text: string }>;

type ReviewDialogProps = {
  title: string;
  number: string;
  /** The differences, one line for each window. */
  lines: readonly string[];
  /** The total with VAT before and after the change. */
  total: { readonly before: number; readonly after: number };
  /** List items of the change's other consequences. */
  children?: ReactNode;
  isWarning?: boolean;
  /** The form that stores the words while the dialog is closed. */
  form?: ReviewForm;
  /** The words that the change needs; null: none. */
  words: { readonly label: string; readonly hint: string } | null;
  submitLabel: string;
  danger?: boolean;
  pending: boolean;
  error: string | null;
  onSubmit: (text: string) => void;
  onBack: () => void;
};

/** The differences of a change in words and its price, before the change is saved or requested. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { title, number, lines, total, children, isWarning, words, submitLabel, danger, pending, error, onSubmit, onBack } = props;
  const own = useForm({ defaultValues: { text: "" } });
  const { form = own } = props;
  const amounts =
    total.before === total.after
      ? `Total ${formatMoney(total.after)}, as before`
      : `Total ${formatMoney(total.before)} → ${formatMoney(total.after)}`;
  return (
    <FormDialog
      open
      onClose={onBack}
      title={title}
      number={number}
      size="md"
      form={form}
      onSubmit={({ text }) => onSubmit(text)}
      submitLabel={submitLabel}
      cancelLabel="Go back"
      isWorkKept
      pending={pending}
      error={error}
      danger={danger ?? false}
    >
      <Alert tone={isWarning ? "warning" : "info"} title={lines.length > 0 ? amounts : "No window is changed"}>
        <ul className="flex flex-col gap-1 break-words">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {children}
        </ul>
      </Alert>
      {words && <TextareaField control={form.control} name="text" {...words} />}
    </FormDialog>
  );
}
