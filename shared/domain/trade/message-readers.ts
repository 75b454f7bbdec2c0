import type { Role } from "#shared/domain/roles.ts";

/**
 * The readers of a message in an order's thread: `customer` is everybody who sees the order,
 * `office` is only office and workshop (rule W105).
 */
export const MESSAGE_READERS = ["office", "customer"] as const;
export type MessageReader = (typeof MESSAGE_READERS)[number];

/** A question from the bench must not reach the customer by mistake. */
export const usualReader = (role: Role): MessageReader => (role === "supplier" ? "office" : "customer");
