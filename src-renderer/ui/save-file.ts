const FORGET_AFTER_MS = 60_000

/** Saves a text as a file, by a download of the browser. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }))
}

/** Saves bytes as a file, by a download of the browser. */
export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Later, because the download reads the address after the click.
  setTimeout(() => {
    URL.revokeObjectURL(address)
  }, FORGET_AFTER_MS)
}
