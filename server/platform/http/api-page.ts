import type { ApiDescription, Operation } from "./openapi.ts";
import { escapeHtml } from "./web.ts";

/**
 * The API's description as a page in the portal's own look and without a script (rule C17). Tokens,
 * type and dark theme come from the portal's stylesheets.
 */
export function apiPage(description: ApiDescription, stylesheets: readonly string[]): { html: string; style: string } {
  const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const features = [...new Set(calls.map(({ operation }) => operation.tags[0] ?? ""))];
  const section = (feature: string) => `<section><h2 id="${escapeHtml(feature)}">${escapeHtml(capitalize(feature))}</h2>
${calls
  .filter(({ operation }) => operation.tags.includes(feature))
  .map(callHtml)
  .join("\n")}</section>`;
  const { title, description: introduction } = description.info;
  const links = [...stylesheets, "/api/docs/style.css"].map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`);
  const html = `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>API – ${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">${links.join("")}</head>
<body class="api"><header><a class="home" href="/">${MARK}${escapeHtml(title)}</a></header>
<div class="columns"><nav aria-label="Features">${features.map((feature) => `<a href="#${escapeHtml(feature)}">${escapeHtml(capitalize(feature))}</a>`).join("")}</nav>
<main><h1>API</h1><p>${escapeHtml(introduction)}</p><p><a href="/api/openapi.json">OpenAPI document</a></p>
${features.map(section).join("\n")}</main></div></body></html>`;
  return { html, style: STYLE };
}

/** The product's mark, as the client draws it (`client/src/components/ui/display/brand.tsx`). */
const MARK = `<svg aria-hidden="true" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.5"><rect x="5" y="2.5" width="22" height="27" rx="2.5"/>
<path d="M10.5 10.4l11-2.2M10.5 17.1l11-2.2M10.5 23.8l11-2.2" stroke-linecap="round"/></svg>`;

const capitalize = (feature: string): string => feature.charAt(0).toUpperCase() + feature.slice(1);

interface CallOnPage {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function callHtml({ path, method, operation }: CallOnPage): string {
  const schemas = Object.entries({ Request: operation.requestBody, Reply: operation.responses }).filter(([, schema]) => schema);
  const parameters = operation.parameters.map(
    ({ name, in: place, required }) => `<code>${escapeHtml(name)}</code> (${place}${required ? "" : ", optional"})`,
  );
  return `<article id="${escapeHtml(operation.operationId)}"><h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}</p><p class="muted">${escapeHtml(operation.description)}</p>
${parameters.length > 0 ? `<p>Parameters: ${parameters.join(", ")}.</p>` : ""}
${schemas.map(([label, schema]) => `<details><summary>${label}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`).join("")}</article>`;
}

const STYLE = `.api header { align-items: center; background: var(--surface); border-bottom: 1px solid var(--border); display: flex; padding: 0.75rem var(--page); }
.api .home { align-items: center; color: var(--text); display: flex; font-size: 1rem; font-weight: 600; gap: 0.5rem; min-height: var(--control); text-decoration: none; }
.api .home svg { color: var(--accent); height: 1.5rem; width: 1.5rem; }
.api .columns { margin: 0 auto; max-width: 75rem; padding: 1.5rem var(--page) 4rem; }
.api main { min-width: 0; }
.api h1 { font-size: 1.75rem; font-weight: 600; line-height: 2.25rem; margin-bottom: 0.5rem; }
.api h2 { font-size: 1.25rem; font-weight: 600; line-height: 1.75rem; margin: 2.5rem 0 0.75rem; }
.api main > p { margin-bottom: 0.5rem; max-width: 65ch; white-space: pre-line; }
.api a { color: var(--accent); text-decoration: underline; text-underline-offset: 2px; }
.api nav { display: flex; flex-wrap: wrap; gap: 0 1rem; margin-bottom: 1.5rem; }
.api nav a { color: var(--muted); display: flex; align-items: center; min-height: var(--control); text-decoration: none; }
.api nav a:hover { color: var(--text); text-decoration: underline; }
.api article { background: var(--surface); border: 1px solid var(--border); border-radius: 0.5rem; margin-top: 0.75rem; padding: 1rem; }
.api article:target, .api h2:target { outline: 2px solid var(--accent); outline-offset: 4px; }
.api h3 { align-items: baseline; display: flex; flex-wrap: wrap; font-size: 0.875rem; font-weight: 600; gap: 0.25rem 0.75rem; margin-bottom: 0.25rem; }
.api code, .api pre { font-family: ui-monospace, monospace; font-size: 0.8125rem; overflow-wrap: anywhere; }
.api .method { background: var(--raised); border-radius: 0.25rem; font-size: 0.8125rem; min-width: 4rem; padding: 0 0.5rem; text-align: center; }
.api .method.get { background: var(--info-soft); color: var(--info); } .api .method.post { background: var(--positive-soft); color: var(--positive); }
.api .method.delete { background: var(--danger-soft); color: var(--danger); }
.api .muted { color: var(--muted); font-size: 0.8125rem; }
.api details { margin-top: 0.25rem; } .api summary { color: var(--accent); min-height: 1.75rem; }
.api pre { background: var(--background); border: 1px solid var(--border); border-radius: 0.375rem; max-height: 24rem; overflow: auto; padding: 0.75rem; }
@media (width >= 64rem) {
  .api .columns { display: grid; gap: 2rem; grid-template-columns: 11rem minmax(0, 1fr); }
  .api nav { align-self: start; flex-direction: column; position: sticky; top: 1.5rem; }
}
`;
