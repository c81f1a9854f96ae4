const FORGET_AFTER_MS = 60_000

/** Hands a text to the person as a file. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }))
}

/** Hands bytes to the person as a file, by the browser's own download. */
export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some time later, because the download reads it after the click.
  setTimeout(() => {
    URL.revokeObjectURL(address)
  }, FORGET_AFTER_MS)
}
