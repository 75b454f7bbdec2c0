import { type ReactNode, useRef, useState } from "react";
import type { z } from "zod";
import { focusFirstError, useSubmitOnce } from "#client/components/form/page-form.tsx";

/** The fields' texts by name. An optional field may be absent. */
type Texts = Readonly<Record<string, string | undefined>>;
type Faults = Readonly<Record<string, string>>;

export interface AccountFormState<Body> {
  readonly values: Texts;
  readonly faults: Faults;
  readonly set: (name: string, value: string) => void;
  readonly reset: (values: Texts) => void;
  /** Validates the fields. Returns the body to send, or null after displaying the errors. */
  readonly submit: () => Promise<Body | null>;
}

/**
 * A form for a person who is not signed in. react-hook-form and zod would enlarge the first
 * screen's bundle by half, so the contract's rules load when the form is first sent. If they don't
 * load, the form is sent unchecked, and the server replies with the same sentences.
 */
export function useAccountForm<Body>(start: Texts, rules: () => Promise<z.ZodType<Body>>): AccountFormState<Body> {
  const [values, setValues] = useState(start);
  const [faults, setFaults] = useState<Faults>({});
  const [tried, setTried] = useState(false);
  const latest = useRef<Texts>(values);

  const validate = async (texts: Texts): Promise<Body | null> => {
    const schema = await rules().catch(() => null);
    const verdict = schema?.safeParse(texts);
    // The person has typed more meanwhile, and the newer check replaces this one.
    if (latest.current === texts) setFaults(firstFaults(verdict?.error));
    return verdict ? (verdict.data ?? null) : (texts as Body);
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
      // Errors appear after the first attempt to send, and disappear as soon as they are corrected,
      // like in all forms.
      if (tried) void validate(next);
    },
    reset: (next) => {
      change(next);
      setFaults({});
      setTried(false);
    },
    submit: () => {
      setTried(true);
      return validate(latest.current);
    },
  };
}

/** The first error of each field. */
const firstFaults = (error: z.ZodError | undefined): Faults =>
  Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const).reverse());

type AccountFormProps<Body> = {
  form: AccountFormState<Body>;
  onSubmit: (body: Body) => void;
  /** The call is pending, so Enter does nothing. */
  pending: boolean;
  /** The first field takes the focus when the form appears. */
  focused?: boolean;
  children: ReactNode;
};

const focusFirstField = (form: HTMLElement | null): void => form?.querySelector("input")?.focus();

export function AccountForm<Body>({ form, onSubmit, pending, focused = false, children }: AccountFormProps<Body>) {
  const submitOnce = useSubmitOnce();
  const submit = async (element: HTMLElement) => {
    const body = await form.submit();
    if (body) onSubmit(body);
    else focusFirstError(element);
  };
  return (
    <form
      ref={focused ? focusFirstField : undefined}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const element = event.currentTarget;
        if (!pending) void submitOnce(() => submit(element));
      }}
    >
      {children}
    </form>
  );
}

/** The rules load separately from the screen, see `useAccountForm`. */
const rules = () => import("#shared/contract/sign-in.ts");

export const loginRules = async () => (await rules()).loginBody;
export const factorRules = async () => (await rules()).loginFactorBody;
export const registerRules = async () => (await rules()).registerBody;
export const forgotPasswordRules = async () => (await rules()).forgotPasswordBody;
export const resetPasswordRules = async () => (await rules()).resetPasswordBody;
export const joinRules = async () => (await rules()).joinBody;
