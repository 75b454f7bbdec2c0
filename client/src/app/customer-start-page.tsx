import { Suspense } from "react";
import { lazyPart } from "#client/components/loading/lazy-part.tsx";
import QuotesPage from "#client/features/quotes/quotes-page.tsx";

/** It has nothing to show before its own calls are answered, so the quotes need not wait for it. Without it the screen goes on. */
const WaitingForYou = lazyPart(
  () => import("./waiting-for-you.tsx"),
  () => null,
);

/** The customer's start: the quotes screen and, above its table, what waits for the customer. */
export default function CustomerStart() {
  return (
    <QuotesPage
      above={
        <Suspense fallback={null}>
          <WaitingForYou />
        </Suspense>
      }
    />
  );
}
