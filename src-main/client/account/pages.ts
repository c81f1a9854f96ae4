import { yieldThread } from './yielding.ts'

/** Rows of a page of a long list: making and reading one takes a few milliseconds, in which nobody else is answered. */
const PER_PAGE = 200

/** The query keys that choose a page. */
export interface PageQuery {
  readonly per_page: number
  readonly next_page_after?: string
}

/**
 * Reads a paged list to its end. It yields the thread between two pages, because a service in the same process answers
 * without a break.
 */
export async function* pagesOf<Page extends { readonly next_page_after: string | null }>(
  read: (page: PageQuery) => Promise<Page>,
): AsyncGenerator<Page, void> {
  let after: string | null = null
  do {
    const page: Page = await read({ per_page: PER_PAGE, ...(after !== null && { next_page_after: after }) })
    yield page
    after = page.next_page_after
    if (after !== null) await yieldThread()
  } while (after !== null)
}

/** Each id once, in the order in which they come first. */
export function oncePerId(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}
