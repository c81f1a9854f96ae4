import type { Page } from '../../api/all-pages.ts'

export interface PageReading<Entry> {
  readonly page: (after: string | undefined) => Promise<Page<Entry>>
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
    const { rows, next } = await page(after)
    if (isCancelled()) return undefined
    read.push(...rows)
    onRead(read.length)
    after = next ?? undefined
  } while (after !== undefined)
  return read
}

/** One page of a list that is read by the number of its first row. */
export interface RowsReply<Row> {
  readonly rows: readonly Row[]
  /** Rows that fit the filter. */
  readonly matching: number
}

/** Reads every row of a list whose pages are read by the number of their first row. */
export function readWindows<Entry>(
  read: (offset: number) => Promise<RowsReply<Entry>>,
  progress: Omit<PageReading<Entry>, 'page'>,
): Promise<readonly Entry[] | undefined> {
  return readPages({
    ...progress,
    async page(after) {
      const offset = Number(after ?? 0)
      const { rows, matching } = await read(offset)
      const next = offset + rows.length
      return { rows, next: rows.length === 0 || next >= matching ? null : String(next) }
    },
  })
}
