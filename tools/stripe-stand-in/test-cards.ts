export interface TestCard {
  brand: string;
  last4: string;
}

/** Stripe's published test numbers. The page accepts no other number, so no one can pay with a real card. */
const ACCEPTED: Record<string, string> = {
  "4242424242424242": "visa",
  "4000056655665556": "visa",
  "4000008260000000": "visa",
  "5555555555554444": "mastercard",
  "378282246310005": "amex",
};

const DECLINED: Record<string, string> = {
  "4000000000000002": "Your card was declined.",
  "4000000000009995": "Your card has insufficient funds.",
  "4000000000000069": "Your card has expired.",
  "4000000000000127": "Your card's security code is incorrect.",
  "4000000000000119": "An error occurred while processing your card. Try again in a little bit.",
};

export const DEFAULT_CARD = "4242 4242 4242 4242";

/** The card, or the sentence that the page shows instead. */
export function judgeCard(typed: string): TestCard | string {
  const number = typed.replace(/[\s-]/g, "");
  if (number === "") return "Enter a card number.";
  if (!passesLuhn(number)) return "Your card number is invalid.";
  const brand = ACCEPTED[number];
  if (brand) return { brand, last4: number.slice(-4) };
  return DECLINED[number] ?? "Your card was declined. Only test cards can be used here.";
}

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
