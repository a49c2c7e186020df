/** Submits the form around the control of a key press, as Enter in a text field does by itself. */
export const submitAround = (event: Event): void => {
  if (event.target instanceof Element) event.target.closest('form')?.requestSubmit()
}
