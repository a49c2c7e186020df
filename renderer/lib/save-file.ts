/** Hands `content` to the person as a file named `name`, by the window's own way of saving. */
const saveBlob = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Given up once the download has surely begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export const saveText = (text: string, name: string, type = 'text/plain'): void =>
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name)

export const saveBytes = (bytes: Uint8Array<ArrayBuffer>, name: string, type: string): void =>
  saveBlob(new Blob([bytes], { type }), name)
