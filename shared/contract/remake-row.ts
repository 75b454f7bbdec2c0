import { z } from "zod";
import { REMAKE_STATUSES } from "#shared/domain/status.ts";
import { id, instant } from "#shared/http/wire.ts";
import { companyRef } from "./people.ts";

/** The address of a remake's photo, counted from 1 (rule R3). */
export const remakePhotoPath = (remakeId: number, place: number): string => `/api/remakes/${remakeId}/photos/${place}`;

/** What the lists show of a remake. It has its own file because the dashboard also shows it. */
export const remakeRow = z.object({
  id,
  orderId: id,
  status: z.enum(REMAKE_STATUSES),
  reason: z.string(),
  photos: z.array(z.string()),
  createdAt: instant,
  order: z.object({ id, user: companyRef }),
  repliesCount: z.number().int(),
});
