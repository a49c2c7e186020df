/** Shows the page's file dialog; needs a click or a key press just before. */
export const askForFiles = (
  how: Partial<Pick<HTMLInputElement, 'accept' | 'webkitdirectory'>>,
  whenPicked: (files: readonly File[]) => void,
): void => {
  const input = Object.assign(document.createElement('input'), how)
  input.type = 'file'
  input.hidden = true
  // Stays in the document until the choice: a loose element may be collected before that.
  document.body.append(input)
  input.addEventListener('cancel', () => input.remove())
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    input.remove()
    if (files.length > 0) whenPicked(files)
  })
  input.click()
}

/**
 * Lets the person pick one file in the page's dialog; needs a click or a key press just before.
 *
 * @param accept suggested types, as in an input's `accept`; any other file can still be chosen
 * @param whenPicked called with the file; never if the dialog is canceled
 */
export const pickFile = (accept: string, whenPicked: (file: File) => void): void =>
  askForFiles({ accept }, ([file]) => {
    if (file !== undefined) whenPicked(file)
  })
