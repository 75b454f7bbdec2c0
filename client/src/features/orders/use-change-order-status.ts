import { useCall } from "#client/lib/api.ts";
import { failureWithReason } from "#client/lib/api-error.ts";

export const statusFailure = failureWithReason("Failed to update order status");

/** Clients too: their totals leave cancelled orders out. */
export const useChangeOrderStatus = (onSuccess?: () => void) =>
  useCall("orders", "changeStatus", {
    success: "Order status updated successfully",
    failure: statusFailure,
    onSuccess,
  });
