const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Given up once the download has surely begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Hands `text` to the person as a file named `name`, by the window's own way of saving. */
export const saveText = (text: string, name: string, type = 'text/plain'): void =>
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name)

/** The same for bytes, which are saved as they are. */
export const saveBytes = (bytes: Uint8Array, name: string, type: string): void =>
  saveBlob(new Blob([new Uint8Array(bytes)], { type }), name)
