/**
 * Puts the focus on the first wrong field in reading order. react-hook-form goes by the order in which fields were
 * registered, which differs once a row was inserted, and it can't focus a field that it holds no ref of.
 */
export function focusFirstError(form: HTMLElement, tries = 20) {
  // After React has drawn the errors, and after react-hook-form's own attempt. On a busy machine the drawing comes later than the next turn.
  setTimeout(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else if (tries > 0) focusFirstError(form, tries - 1);
  }, 0);
}
