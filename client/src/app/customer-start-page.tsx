import QuotesPage from "#client/features/quotes/quotes-page.tsx";
import { WaitingForYou } from "./waiting-for-you.tsx";

/** The customer's start: the quotes screen and, above its table, what waits for the customer. */
export default function CustomerStart() {
  return <QuotesPage above={<WaitingForYou />} />;
}
