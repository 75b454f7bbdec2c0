import type { Reply } from "#client/lib/api.ts";

export type Referral = Reply<"referrals", "list">[number];

/** Rule P9. */
export const referralNumber = (id: number): string => `REF-${id}`;

/** There is something to pay, and it was not paid yet. */
export const canBePaidOut = ({ paidOut, commissionEarned }: Referral): boolean => !paidOut && (commissionEarned ?? 0) > 0;
