import { escapeHtml } from "#server/platform/http/web.ts";
import { formatPounds } from "#shared/domain/money.ts";

/** Formats texts for the homeowner's page. */

export const text = escapeHtml;
export const lines = (words: string): string => text(words).replace(/\r\n?|\n/g, "<br>");
export const inPounds = (amount: number): string => text(formatPounds(amount));
export const telLink = (phone: string): string => `tel:${text(phone.replace(/[^\d+]/g, ""))}`;
