/**
 * Puts the focus on the first wrong field in reading order. react-hook-form goes by the order in which fields were
 * registered, which differs once a row was inserted, and it can't focus a field that it holds no ref of.
 */
export function focusFirstError(form: HTMLElement) {
  // After React has drawn the errors, and after react-hook-form's own attempt.
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 0);
}
