/** Hands a text to the person as a file, through the browser's own download. */
export const downloadText = (fileName: string, mediaType: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
