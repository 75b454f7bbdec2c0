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

/** React draws once more what failed, and tells of it where that went well. Of a part that did not come its own place tells. */
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
