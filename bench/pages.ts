import { encodeCursor } from '../src-main/service/cursor.ts'
import { addManyItems, openFixture } from './fixture.ts'
import { openFloorStatements } from './floor-statements.ts'
import type { Row } from './measure.ts'
import { compare, timed, timedAsync } from './measure.ts'

const ITEMS = 100_000
const PER_PAGE = 50
const CALLS = 200

/** The first page and page 1,981 of 100,000 items; depth must not matter, and the bare query is the floor. */
export async function run(): Promise<readonly Row[]> {
  const fixture = openFixture()
  addManyItems(fixture, ITEMS)
  const floor = openFloorStatements(fixture.path)
  const { service, user, connection } = fixture
  const deep = connection
    .prepare<[string, number], { id: string; created_at: string }>(
      'SELECT id, created_at FROM items WHERE user_id = ? ORDER BY created_at, id LIMIT 1 OFFSET ?',
    )
    .get(user.userId, 99_000)
  if (deep === undefined) throw new Error('the items are missing')
  const cursor = encodeCursor({ sortValue: deep.created_at, id: deep.id })
  const page = (next_page_after?: string) => () =>
    timedAsync(CALLS, () =>
      service.dispatch({
        operation: 'vault.itemsGet',
        headers: user.headers,
        query: { per_page: PER_PAGE, ...(next_page_after !== undefined && { next_page_after }) },
      }),
    )
  const bare = (after: readonly [string, string]) => () =>
    timed(CALLS, () => floor.readPage(user.userId, after, PER_PAGE))
  const rows = [
    await compare(
      'page of 50, depth 99,000 beside depth 0 (P4)',
      { name: 'first page', measure: page() },
      { name: 'deep page', measure: page(cursor) },
    ),
    await compare(
      'page of 50 with slots, first, beside bare queries (P4)',
      { name: 'statements', measure: bare(['', '']) },
      { name: 'dispatch', measure: page() },
    ),
    await compare(
      'page of 50 with slots, deep, beside bare queries (P4)',
      { name: 'statements', measure: bare([deep.created_at, deep.id]) },
      { name: 'dispatch', measure: page(cursor) },
    ),
  ]
  floor.close()
  fixture.close()
  return rows
}
