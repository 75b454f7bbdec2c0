import { invalid } from "./stripe-error.ts";

/** A web address and nothing else: a stored text here becomes a link, a redirect or a call. */
export function webAddress(text: string, param: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address?.protocol !== "http:" && address?.protocol !== "https:") throw invalid("Not a valid URL", param, "url_invalid");
  return text;
}
