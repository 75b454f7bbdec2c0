import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { Toaster } from "#client/components/ui/overlay/toaster.tsx";
import { ArrivalProvider } from "./arrival.tsx";
import { ReportingBoundary, StrayFaults } from "./crash-reports.tsx";
import { Portal } from "./portal.tsx";
import { createSessionClient } from "./session-client.ts";

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
      <Toaster />
    </QueryClientProvider>
  );
}
