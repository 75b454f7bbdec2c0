import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { ArrivalProvider } from "./arrival.tsx";
import { ReportingBoundary, StrayFaults } from "./crash-reports.tsx";
import { Portal } from "./portal.tsx";
import { createSessionClient } from "./session-client.ts";
import { Toasts } from "./toasts.tsx";

export function App() {
  const [sessionEnded, setSessionEnded] = useState(false);
  const [client] = useState(() => createSessionClient(() => setSessionEnded(true)));
  return (
    <QueryClientProvider client={client}>
      <StrayFaults />
      <ReportingBoundary>
        <ArrivalProvider>
          <Portal sessionEnded={sessionEnded} onSignedIn={() => setSessionEnded(false)} />
        </ArrivalProvider>
      </ReportingBoundary>
      <Toasts />
    </QueryClientProvider>
  );
}
