import "./app/without-eval.ts";
import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { createDevice } from "./device/device.ts";
import { NotLoaded } from "./lib/api-error.ts";
import { ignoreComposingKeys } from "./lib/browser/composition.ts";
import { surviveTranslation } from "./lib/browser/translated-page.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root");

/**
 * React renders again after an error and calls this where the second render succeeded. A part that
 * failed to load reports the error itself.
 */
const onRecoverableError = (error: unknown) => {
  if (!(error instanceof Error && error.cause instanceof NotLoaded)) reportError(error);
};
ignoreComposingKeys();
surviveTranslation();
createRoot(root, { onRecoverableError }).render(
  <StrictMode>
    <App device={createDevice()} />
  </StrictMode>,
);
