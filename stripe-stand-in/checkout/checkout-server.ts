import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "#stripe-stand-in/api-server.ts";
import { parseForm } from "#stripe-stand-in/params.ts";
import { judgeCard, refuseCard } from "#stripe-stand-in/payments.ts";
import type { Context, StoredSession } from "#stripe-stand-in/state.ts";
import { CHECKOUT_ICON, CHECKOUT_STYLE, closedPage, openPage, unknownPage } from "./checkout-page.ts";
import { completeSession, successAddress } from "./checkout-sessions.ts";

interface Options {
  context: Context;
  saved(): Promise<void>;
}

/**
 * The page on which a person pays; it works without a script and loads nothing from other origins.
 */
export function checkoutServer({ context, saved }: Options) {
  const pay = async (request: IncomingMessage, response: ServerResponse, stored: StoredSession) => {
    const form = parseForm(await readBody(request));
    const typed = { card: textOf(form.card), email: stored.session.customer_email ?? textOf(form.email) };
    const card = judgeCard(typed.card);
    if (stored.session.status === "open") {
      if (typeof card === "string") refuseCard(context, stored, card);
      if (typeof card === "string") return sendPage(response, 200, openPage(stored, { ...typed, error: card }));
      completeSession(context, stored, typed.email || null, card);
      await saved();
    }
    if (stored.session.status !== "complete") return sendPage(response, 200, closedPage(stored));
    response.writeHead(303, { location: successAddress(stored), "cache-control": "no-store" }).end();
  };

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    if (url.pathname === "/c/checkout.css") return sendAsset(response, "text/css; charset=utf-8", CHECKOUT_STYLE);
    if (url.pathname === "/c/icon.svg" || url.pathname === "/favicon.ico") return sendAsset(response, "image/svg+xml", CHECKOUT_ICON);
    const stored = context.state.sessions.get(/^\/c\/pay\/(\w+)$/.exec(url.pathname)?.[1] ?? "");
    if (!stored) return sendPage(response, 404, unknownPage());
    if (request.method === "POST") return pay(request, response, stored);
    return sendPage(response, 200, stored.session.status === "open" ? openPage(stored) : closedPage(stored));
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    // The policy has no form-action, because browsers also apply it to the redirect after the
    // payment, which leads to another origin.
    "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  });
  response.end(html);
}

function sendAsset(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { "content-type": type, "x-content-type-options": "nosniff", "cache-control": "max-age=300" });
  response.end(text);
}
