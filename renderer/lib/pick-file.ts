/**
 * Lets the person pick one file in the page's own dialog, which needs a click or a key press just before.
 * @param accept what the dialog offers first, as in an input's `accept`; any other file can still be chosen
 * @param whenPicked called with the file; never called when the dialog is left without one
 */
export const pickFile = (accept: string, whenPicked: (file: File) => void): void => {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.hidden = true
  // In the document until the choice is made: a loose element may be collected before the person has chosen.
  document.body.append(input)
  input.addEventListener('cancel', () => input.remove())
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    input.remove()
    if (file !== undefined) whenPicked(file)
  })
  input.click()
}
