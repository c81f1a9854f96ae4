const PER_PAGE = 500

interface PageQuery {
  readonly per_page: number
  readonly next_page_after?: string
}

/** One page of a list that is read in order. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Cursor of the next page; null after the last. */
  readonly next: string | null
}

/** Reads every row of a list of the service, page by page; with `most`, it stops after the page that reaches this number. */
export async function allPages<Row>(read: (query: PageQuery) => Promise<Page<Row>>, most = Infinity): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | null | undefined
  while (after !== null && rows.length < most) {
    const page: Page<Row> = await read({ per_page: PER_PAGE, ...(after !== undefined && { next_page_after: after }) })
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}
