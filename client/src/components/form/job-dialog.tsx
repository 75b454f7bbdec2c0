import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useFormState } from "react-hook-form";
import { type Reply, useCall } from "#client/lib/api.ts";
import { ApiError, failureSentence } from "#client/lib/api-error.ts";
import { api } from "#shared/contract/index.ts";
import { TextField } from "./fields.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { JOB_NAME, PO_NUMBER } from "./job-words.ts";

const FAILED = "Failed to save the job and PO number";

type JobDialogProps = Pick<Reply<"quotes", "list">[number], "jobName" | "poNumber"> & {
  quoteId: number;
  /** The number in the title: the quote's or its order's. */
  number: string;
  onClose: () => void;
};

/**
 * PO numbers often arrive late (rule Q12). The body has only the changed name, so that a
 * colleague's change of the other name is preserved.
 */
export default function JobDialog({ quoteId, number, jobName, poNumber, onClose }: JobDialogProps) {
  const form = useForm({
    resolver: zodResolver(api.quotes.changeJob.body),
    defaultValues: { jobName: jobName ?? "", poNumber: poNumber ?? "" },
  });
  const { isDirty, dirtyFields } = useFormState({ control: form.control });
  const client = useQueryClient();
  const change = useCall("quotes", "changeJob", { success: "Job and PO number saved", failure: FAILED, onSuccess: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Change job or PO"
      number={number}
      description="Both are printed on the invoice and cannot change once it is issued."
      size="sm"
      form={form}
      onSubmit={(typed) =>
        change.mutate(
          {
            params: { id: quoteId },
            body: { ...(dirtyFields.jobName && { jobName: typed.jobName }), ...(dirtyFields.poNumber && { poNumber: typed.poNumber }) },
          },
          {
            onError: (error) => {
              if (!(error instanceof ApiError && error.status === 409)) return;
              // A colleague issued the invoice in the meantime, which fixes the names. The order's
              // details are fetched again to display it.
              onClose();
              void client.invalidateQueries({ queryKey: ["orders"] });
            },
          },
        )
      }
      submitLabel="Save"
      submitDisabled={!isDirty}
      pending={change.isPending}
      error={change.error && failureSentence(change.error, FAILED)}
    >
      <TextField control={form.control} {...JOB_NAME} />
      <TextField control={form.control} {...PO_NUMBER} />
    </FormDialog>
  );
}
