import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import type { Product } from "./product-form.ts";

type ProductArchiveDialogProps = { product: Product; onClose: () => void };

export function ProductArchiveDialog({ product, onClose }: ProductArchiveDialogProps) {
  const archive = useCall("products", "archive", {
    success: "Shutter type archived",
    failure: "Failed to archive shutter type",
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Archive ${product.name}?`}
      confirmLabel="Archive"
      danger
      onConfirm={() => archive.mutate({ params: { id: product.id } })}
      pending={archive.isPending}
      error={archive.error && failureSentence(archive.error, "Failed to archive shutter type")}
    >
      It can't be chosen in new quotes any more, and can't be brought back. Quotes and orders that have it keep it.
    </ConfirmDialog>
  );
}
