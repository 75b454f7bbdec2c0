import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { Toaster } from "#client/components/ui/overlay/toaster.tsx";
import { createQueryClient } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { startSession, userQuery } from "#client/lib/session.ts";
import { ArrivalProvider } from "./arrival.tsx";
import { ReportingBoundary, StrayFaults } from "./crash-reports.tsx";
import { Portal } from "./portal.tsx";

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

/** The query client of the app. A 401 from any call of a signed-in person means that the session is over: nothing of it stays on the screen. */
function createSessionClient(onEnded: () => void): QueryClient {
  const client = createQueryClient((error) => {
    const over = error instanceof ApiError && error.status === 401 && client.getQueryData(userQuery.queryKey);
    if (!over) return;
    onEnded();
    startSession(client, null);
  });
  return client;
}
