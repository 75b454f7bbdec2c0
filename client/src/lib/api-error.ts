interface Problem {
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly [member: string]: unknown;
}

/** A call that was refused or had no reply. Its message is as rule S8 says: `409: Already paid`, `500: Internal Server Error`. */
export class ApiError extends Error {
  /** 0 when no reply came. */
  readonly status: number;
  /** The server's sentence for the person, where it wrote one. */
  readonly sentence: string | null;
  readonly problem: Problem;

  constructor(status: number, statusText: string, problem: Problem) {
    const sentence = status > 0 && status < 500 && problem.detail ? problem.detail : null;
    super(status === 0 ? statusText : `${status}: ${sentence ?? statusText}`);
    this.name = "ApiError";
    this.status = status;
    this.sentence = sentence;
    this.problem = problem;
  }
}

export const UPLOAD_STOPPED = "The upload was stopped. Nothing was sent.";
/** Of a part of the portal that is loaded when it is needed. */
export const NOT_LOADED = "This could not be loaded.";
export const NOT_LOADED_ADVICE = "Check your connection, then try again. If the portal has been updated meanwhile, reload the page.";
/** Of a screen or what it shows. */
export const UNREACHABLE = "The portal can't be reached. Check your connection, then try again.";
export const NO_REPLY = "No reply came. Check your connection, then try again.";

/** A part of the portal could not be loaded. This is no fault in its code, so it is not reported as one. */
export class NotLoaded extends Error {
  override name = "NotLoaded";
}

/** The person may not do it, and another press changes nothing. The server says whom to ask. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** What a person reads of a failed call: the server's sentence, or else the screen's fixed message (rule S8). */
export const failureSentence = (error: unknown, fixed: string): string => (error instanceof ApiError && error.sentence) || fixed;

/**
 * The sentence for a value that is changed in its row. No other place says that the reply was lost.
 */
export const failureWithReason =
  (fixed: string) =>
  (error: unknown): string =>
    error instanceof ApiError && error.status === 0 ? `${fixed}. ${error.message}` : failureSentence(error, fixed);

/** Signing in says more (rule S8): the status text of a fault, and the error's own text when the network failed. */
export function authFailureSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  return error.sentence ?? error.message.replace(/^\d+: /, "");
}
