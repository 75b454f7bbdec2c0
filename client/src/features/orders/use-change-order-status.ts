import { useCall } from "#client/lib/api.ts";

/** Clients too: their totals leave cancelled orders out. */
export const useChangeOrderStatus = (onSuccess?: () => void) =>
  useCall("orders", "changeStatus", {
    success: "Order status updated successfully",
    failure: "Failed to update order status",
    also: ["clients"],
    onSuccess,
  });
