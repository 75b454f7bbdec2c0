import { useRef, useState } from "react";
import type { z } from "zod";

/** What the fields hold, by name. An optional one may be absent. */
export type Texts = Readonly<Record<string, string | undefined>>;
type Faults = Readonly<Record<string, string>>;

export interface AccountForm<Body> {
  readonly values: Texts;
  readonly faults: Faults;
  readonly set: (name: string, value: string) => void;
  readonly reset: (values: Texts) => void;
  /** What may be sent; null when the faults are shown instead. */
  readonly submit: () => Promise<Body | null>;
}

/**
 * A form of the sign-in screen. Not by react-hook-form, as everywhere else: with it and zod the first screen would weigh half as much
 * again. The contract's own rules judge here too, but are fetched when the form is first sent. Where they
 * do not arrive, the form is sent as it is, and the server says the same sentences.
 */
export function useAccountForm<Body>(start: Texts, rules: () => Promise<z.ZodType<Body>>): AccountForm<Body> {
  const [values, setValues] = useState(start);
  const [faults, setFaults] = useState<Faults>({});
  const [tried, setTried] = useState(false);
  const latest = useRef<Texts>(values);

  const judge = async (given: Texts): Promise<Body | null> => {
    const schema = await rules().catch(() => null);
    const verdict = schema?.safeParse(given);
    // Meanwhile more was typed, and is being judged.
    if (latest.current === given) setFaults(firstFaults(verdict?.error));
    return verdict ? (verdict.data ?? null) : (given as Body);
  };
  const change = (next: Texts) => {
    latest.current = next;
    setValues(next);
  };
  return {
    values,
    faults,
    set: (name, value) => {
      const next = { ...latest.current, [name]: value };
      change(next);
      // As everywhere: nothing is wrong before it was sent once, and then it is right as soon as it is.
      if (tried) void judge(next);
    },
    reset: (next) => {
      change(next);
      setFaults({});
      setTried(false);
    },
    submit: () => {
      setTried(true);
      return judge(latest.current);
    },
  };
}

/** The first of each field. */
const firstFaults = (error: z.ZodError | undefined): Faults =>
  Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const).reverse());
