import { MAX_PER_PAGE } from '../../shared/contract/paging.ts'

/** The query keys that choose a page. */
export interface PageQuery {
  readonly per_page: number
  readonly next_page_after?: string
}

/** Reads a paged list to its end, one page after the other. */
export async function* pagesOf<Page extends { readonly next_page_after: string | null }>(
  read: (page: PageQuery) => Promise<Page>,
): AsyncGenerator<Page, void> {
  let after: string | null = null
  do {
    const page: Page = await read({ per_page: MAX_PER_PAGE, ...(after !== null && { next_page_after: after }) })
    yield page
    after = page.next_page_after
  } while (after !== null)
}

/** Cuts a list into pieces of at most `size` entries. */
export function piecesOf<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  const pieces: Entry[][] = []
  for (let start = 0; start < entries.length; start += size) pieces.push(entries.slice(start, start + size))
  return pieces
}
