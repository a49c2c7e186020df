/** Shows the page's file dialog; must run right after a click or a key press. */
export const askForFiles = (
  how: Partial<Pick<HTMLInputElement, 'accept' | 'webkitdirectory'>>,
  whenPicked: (files: readonly File[]) => void,
): void => {
  const input = Object.assign(document.createElement('input'), how)
  input.type = 'file'
  input.hidden = true
  // Keeps the input in the document until the user chooses, because it might otherwise be
  // garbage-collected.
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
 * Lets the user pick one file in the page's dialog; must run right after a click or a key press.
 *
 * @param accept suggested types, as in an input's `accept`; any other file can still be chosen
 * @param whenPicked called with the file; never called if the dialog is canceled
 */
export const pickFile = (accept: string, whenPicked: (file: File) => void): void =>
  askForFiles({ accept }, ([file]) => {
    if (file !== undefined) whenPicked(file)
  })
