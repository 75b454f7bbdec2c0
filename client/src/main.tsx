import "#client/app/without-eval.ts";
import "#client/styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { NotLoaded } from "#client/lib/api-error.ts";
import { ignoreComposingKeys } from "#client/lib/composition.ts";
import { surviveTranslation } from "#client/lib/translated-page.ts";
import { createDevice } from "#client/offline/device.ts";
import { App } from "./app/app.tsx";

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
