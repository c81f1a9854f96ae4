/**
 * Copies a text, and empties the clipboard again after the given time if it still holds that text.
 *
 * Reading the clipboard can be refused; then it is emptied all the same, because a secret must not stay.
 * @throws {DOMException} when the system refuses to write.
 */
export async function copyText(value: string, clearAfterSeconds?: number): Promise<void> {
  await navigator.clipboard.writeText(value)
  if (clearAfterSeconds !== undefined) setTimeout(() => void clearIfStill(value), clearAfterSeconds * 1000)
}

async function clearIfStill(value: string): Promise<void> {
  const current = await navigator.clipboard.readText().catch(() => value)
  if (current !== value) return
  // Refused while the window is in the background: nothing else can be done from here.
  await navigator.clipboard.writeText('').catch(() => undefined)
}
