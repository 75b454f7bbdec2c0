import QuotesPage from "#client/features/quotes/quotes-page.tsx";
import { FirstSteps } from "./first-steps/first-steps.tsx";
import { WaitingForYou } from "./waiting-for-you.tsx";

/** The customer's start screen is the quotes screen with the waiting tasks above the table. */
export default function CustomerStart() {
  return (
    <QuotesPage
      above={
        <>
          <FirstSteps />
          <WaitingForYou />
        </>
      }
    />
  );
}
