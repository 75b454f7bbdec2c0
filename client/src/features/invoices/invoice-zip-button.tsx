import { useQuery } from "@tanstack/react-query";
import { FileArchive } from "lucide-react";
import { useState } from "react";
import { MakingFile, saveFile } from "#client/components/page/exports.tsx";
import { Button, type ButtonVariant } from "#client/components/ui/control/button.tsx";
import { type Input, query } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { addressOf } from "#client/lib/send.ts";
import { toast } from "#client/lib/toasts.ts";
import { countOf } from "#shared/domain/text.ts";

type ZipButtonProps = { filters: NonNullable<Input<"invoices", "sums">["query"]>; disabled: boolean; variant?: ButtonVariant };

/** Downloads the documents of all listed invoices in one file. */
export function ZipButton({ filters, disabled, variant = "primary" }: ZipButtonProps) {
  const [pending, setPending] = useState(false);
  const sums = useQuery({ ...query("invoices", "sums", { query: filters }), enabled: pending });
  const save = async () => {
    setPending(true);
    try {
      await saveFile(addressOf("/api/invoices.zip", { query: filters }, null), { type: "application/zip" });
    } catch (error) {
      toast({ title: "Error", description: failureSentence(error, "Failed to download the invoices"), variant: "destructive" });
    } finally {
      setPending(false);
    }
  };
  return (
    <span className="relative inline-flex max-sm:flex-1">
      <Button
        variant={variant}
        icon={<FileArchive />}
        pending={pending}
        disabled={disabled}
        className="max-sm:flex-1"
        onClick={() => void save()}
      >
        Download all as zip
      </Button>
      <MakingFile active={pending}>Making the zip{sums.data && <> of {countOf(sums.data.count, "invoice")}</>}…</MakingFile>
    </span>
  );
}
