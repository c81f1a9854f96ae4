/** One page of a list with cursors, and the cursor of the next one; null after the last. */
export interface CursorPage<Entry> {
  readonly entries: readonly Entry[]
  readonly next: string | null
}

export interface PageReading<Entry> {
  readonly page: (after: string | undefined) => Promise<CursorPage<Entry>>
  /** Called with the number read so far. */
  readonly onRead: (count: number) => void
  readonly isCancelled: () => boolean
}

/**
 * Reads every entry of a list with cursors, page by page.
 *
 * @returns undefined when it was cancelled, because a part of a list is of no use
 */
export async function readPages<Entry>({
  page,
  onRead,
  isCancelled,
}: PageReading<Entry>): Promise<readonly Entry[] | undefined> {
  const read: Entry[] = []
  let after: string | undefined
  do {
    const { entries, next } = await page(after)
    if (isCancelled()) return undefined
    read.push(...entries)
    onRead(read.length)
    after = next ?? undefined
  } while (after !== undefined)
  return read
}
