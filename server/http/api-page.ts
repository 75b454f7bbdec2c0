import { escapeHtml } from "./escape-html.ts";
import type { ApiDescription, Operation } from "./openapi.ts";

/** The API's description for a reader: plain HTML and one stylesheet of ours, nothing from outside, no script (decisions §1). */
export function apiPage(description: ApiDescription): { html: string; style: string } {
  const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const features = [...new Set(calls.map(({ operation }) => operation.tags[0] ?? ""))];
  const section = (feature: string) => `<section><h2 id="${escapeHtml(feature)}">${escapeHtml(feature)}</h2>
${calls
  .filter(({ operation }) => operation.tags.includes(feature))
  .map(callHtml)
  .join("\n")}</section>`;
  const title = `${escapeHtml(description.info.title)} API`;
  const html = `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><header><h1>${title}</h1><p>${escapeHtml(description.info.description)}</p><p><a href="/api/openapi.json">OpenAPI document</a></p>
<nav aria-label="Features">${features.map((feature) => `<a href="#${escapeHtml(feature)}">${escapeHtml(feature)}</a>`).join(" ")}</nav></header>
<main>${features.map(section).join("\n")}</main></body></html>`;
  return { html, style: STYLE };
}

interface CallOnPage {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function callHtml({ path, method, operation }: CallOnPage): string {
  const schemas = Object.entries({ "What to send": operation.requestBody, "What comes back": operation.responses }).filter(
    ([, schema]) => schema,
  );
  const parameters = operation.parameters.map(
    ({ name, in: place, required }) => `<code>${escapeHtml(name)}</code> (${place}${required ? "" : ", optional"})`,
  );
  return `<article id="${escapeHtml(operation.operationId)}"><h3><span class="method">${method}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}</p><p class="muted">${escapeHtml(operation.description)}</p>
${parameters.length > 0 ? `<p>Parameters: ${parameters.join(", ")}.</p>` : ""}
${schemas.map(([label, schema]) => `<details><summary>${label}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`).join("")}</article>`;
}

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; }
h1 { font-size: 1.75rem; } h2 { border-bottom: 1px solid #8888; font-size: 1.25rem; margin-top: 2.5rem; padding-bottom: 0.25rem; } h3 { font-size: 1rem; margin: 1.5rem 0 0.25rem; }
p { margin: 0.25rem 0; } .muted { font-size: 0.875rem; opacity: 0.8; } .method { display: inline-block; font-weight: 600; min-width: 4.5rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1rem; } nav a { display: inline-block; padding: 0.25rem 0; }
pre { border: 1px solid #8888; border-radius: 6px; font-size: 0.8125rem; max-height: 24rem; overflow: auto; padding: 0.75rem; } summary { cursor: pointer; min-height: 24px; }
`;
