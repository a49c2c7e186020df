/** Hands `text` to the person as a file named `name`, by the window's own way of saving. */
export const saveText = (text: string, name: string, type = 'text/plain'): void => {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Given up once the download has surely begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
