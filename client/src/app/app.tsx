import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorBoundary } from "#client/components/error-boundary.tsx";
import { Toaster } from "#client/components/ui/toaster.tsx";
import { ArrivalProvider } from "./arrival.tsx";
import { Portal } from "./portal.tsx";
import { createSessionClient } from "./session-client.ts";

export function App() {
  const [sessionEnded, setSessionEnded] = useState(false);
  const [client] = useState(() => createSessionClient(() => setSessionEnded(true)));
  return (
    <QueryClientProvider client={client}>
      <ErrorBoundary>
        <ArrivalProvider>
          <Portal sessionEnded={sessionEnded} onSignedIn={() => setSessionEnded(false)} />
        </ArrivalProvider>
      </ErrorBoundary>
      <Toaster />
    </QueryClientProvider>
  );
}
