interface Problem {
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly [member: string]: unknown;
}

/**
 * A call that was rejected or had no reply. Its message follows rule S8: `409: Already paid`, `500:
 * Internal Server Error`.
 */
export class ApiError extends Error {
  /** The HTTP status, or 0 where no reply came. */
  readonly status: number;
  /** The server's sentence for the person, or null if the reply has none. */
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
/** The message for a part of the portal whose file could not be loaded. */
export const NOT_LOADED = "This could not be loaded.";
export const NOT_LOADED_ADVICE = "Check your connection, then try again. If the portal has been updated in the meantime, reload the page.";
/** The message for a screen or its data. */
export const UNREACHABLE = "The portal can't be reached. Check your connection, then try again.";
export const NO_REPLY = "No reply came. Check your connection, then try again.";

/**
 * A part of the portal could not be loaded. Its code has no fault, so the error is not reported.
 */
export class NotLoaded extends Error {
  override name = "NotLoaded";
}

/**
 * Returns true if the person lacks permission, so that another press changes nothing. The server's
 * sentence names the people who can help.
 */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/**
 * Returns the message for a failed call: the server's sentence, or the screen's fixed message (rule
 * S8).
 */
export const failureSentence = (error: unknown, fixed: string): string => (error instanceof ApiError && error.sentence) || fixed;

/**
 * Returns the message for a value that is edited in its row. The message explains a lost reply,
 * because the row displays no other error.
 */
export const failureWithReason =
  (fixed: string) =>
  (error: unknown): string =>
    error instanceof ApiError && error.status === 0 ? `${fixed}. ${error.message}` : failureSentence(error, fixed);

/**
 * Returns the message for a failed sign-in, which is more specific (rule S8): the status text of a
 * server fault, or the network error's own text.
 */
export function authFailureSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  return error.sentence ?? error.message.replace(/^\d+: /, "");
}
