/** The part of the service's first line on standard output (a JSON object) that opening a window needs. */
export interface StartLine {
  readonly url: string
  readonly ui: string
}

/**
 * Reads the start line of the service.
 *
 * @throws {Error} when it is not one: what the service said instead is in the message
 */
export function readStartLine(line: string): StartLine {
  try {
    const parsed = JSON.parse(line) as Partial<StartLine> | null // checked member by member below
    if (typeof parsed?.url === 'string' && typeof parsed.ui === 'string') return { url: parsed.url, ui: parsed.ui }
  } catch {
    // not JSON: said below, with the text
  }
  throw new Error(`the service did not say where it is, but: ${line.slice(0, 200)}`)
}
