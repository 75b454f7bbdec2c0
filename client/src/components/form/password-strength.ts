/** A hint, not a rule: what the server accepts is the contract's business. Length counts most, variety a little. */
export function passwordStrength(password: string): { score: 0 | 1 | 2 | 3; word: string } {
  if (!password) return { score: 0, word: "" };
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const repeated = new Set(password).size <= 3;
  const points = password.length + kinds * 2;
  if (repeated || points < 12) return { score: 1, word: "Easy to guess. Longer is better." };
  if (points < 18) return { score: 2, word: "Fair. A few more characters would help." };
  return { score: 3, word: "Good." };
}
