import { createContext } from "react";
import { useStoredChoice } from "#client/lib/stored-choice.ts";

/** True while the survey hides the trade's prices, because the homeowner looks at the phone too. */
export const PricesHidden = createContext(false);

const isChoice = (stored: string): stored is "hidden" | "shown" => stored === "hidden" || stored === "shown";

/** The device stores the choice, which applies on phones alone. */
export function useHiddenPrices(isPhone: boolean) {
  const [choice, choose] = useStoredChoice("survey-prices", isChoice);
  const hidden = isPhone && choice === "hidden";
  return { hidden, toggle: () => choose(hidden ? "shown" : "hidden") };
}
