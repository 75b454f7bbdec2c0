/** In the code, not in a file beside it, so that the bundle is one file. */
export const CHECKOUT_STYLE = `
*, *::before, *::after { box-sizing: border-box; }
:root { color-scheme: light; --ink: #1f2933; --quiet: #52606d; --line: #d9dee4; --edge: #7b8794; --action: #1d4f91; --wrong: #a61b1b; }
body { margin: 0; background: #f5f6f8; color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
.notice { margin: 0; padding: 0.5rem 1rem; background: #fff3cd; color: #5c4400; text-align: center; font-size: 0.9375rem; font-weight: 600; }
main { max-width: 32rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
h1 { margin: 0 0 1.5rem; font-size: 1.75rem; line-height: 1.25; font-variant-numeric: tabular-nums; }
p { margin: 0 0 1rem; }
table { width: 100%; margin: 0 0 1.75rem; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { padding-bottom: 0.5rem; text-align: left; color: var(--quiet); font-size: 0.9375rem; }
th, td { padding: 0.625rem 0; text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
thead th { color: var(--quiet); font-size: 0.875rem; }
thead th, tbody th, tbody td { border-bottom: 1px solid var(--line); }
tfoot th, tfoot td { font-weight: 600; font-size: 1.125rem; }
.quantity, .amount { padding-left: 1rem; text-align: right; white-space: nowrap; }
dl { margin: 0 0 1.25rem; }
dt, label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
.field { margin-bottom: 1.5rem; }
input { width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.375rem; background: #fff; color: inherit; font: inherit; font-variant-numeric: tabular-nums; }
input[aria-invalid] { border-color: var(--wrong); border-width: 2px; }
.hint { margin: 0.375rem 0 0; color: var(--quiet); font-size: 0.875rem; }
.hint span { white-space: nowrap; }
.error { margin: 0 0 0.375rem; color: var(--wrong); font-weight: 600; }
button { width: 100%; min-height: 3rem; padding: 0.75rem 1rem; border: 0; border-radius: 0.375rem; background: var(--action); color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
button:hover { background: #163d70; }
.back { display: inline-block; padding: 0.75rem 0; color: var(--action); }
form + p { margin: 1rem 0 0; text-align: center; }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
@media (min-width: 48rem) { main { margin-top: 3rem; padding: 2.5rem; border: 1px solid var(--line); border-radius: 0.75rem; background: #fff; } }
`;

export const CHECKOUT_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="1" y="3" width="14" height="10" rx="2" fill="#1d4f91"/>' +
  '<rect x="1" y="5.5" width="14" height="2" fill="#fff"/></svg>';
