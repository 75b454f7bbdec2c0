import { useEffect } from "react";
import { toast } from "#client/components/ui/overlay/toast-store.ts";
import { ApiError, failureSentence } from "#client/lib/api-error.ts";

type Loaded = { readonly data: unknown; readonly error: unknown };

/**
 * What is said of something that could not be loaded, null while there is nothing to say: the server's sentence, or the fixed message (rule S8). A toast says
 * it too, once for each try. The end of a session is said by the sign-in screen.
 */
export function useLoadFailure({ data, error }: Loaded, fixed: string): string | null {
  const failed = data === undefined && error instanceof Error;
  const sentence = failed ? failureSentence(error, fixed) : null;
  const told = sentence !== null && !(error instanceof ApiError && error.status === 401);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same sentence of another try is said again
  useEffect(() => {
    if (told) toast({ title: "Error", description: sentence, variant: "destructive" });
  }, [told, sentence, error]);
  return sentence;
}
