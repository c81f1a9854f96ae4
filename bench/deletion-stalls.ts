import { setTimeout } from 'node:timers/promises'
import { userOperations } from '../shared/contract/users.ts'
import { newTestId } from '../tests/support/service/builders.ts'
import { openFixture } from './fixture.ts'
import { fillLists } from './list-world.ts'
import type { Row } from './measure.ts'
import { stallRow } from './stalls-of.ts'

/** Of each of the six kinds of rows that a user may have many of. */
const ROWS_OF_EACH = 166_667

/** DELETE /me, and the portions that follow, until nothing is left. It takes a quarter of an hour. */
export async function run(): Promise<readonly Row[]> {
  const fixture = openFixture()
  const { connection, service, user } = fixture
  const [bob, cyd] = [newTestId(), newTestId()]
  const isThere = connection.prepare('SELECT 1 FROM users WHERE id = ?').pluck()
  const work = async () => {
    await service.dispatch({ operation: userOperations.meDelete.id, headers: user.headers })
    while (isThere.get(user.userId) !== undefined) await setTimeout(20)
  }
  try {
    fillLists(connection, { ada: user.userId, bob, cyd }, ROWS_OF_EACH)
    return [await stallRow('delete a user with 1,000,000 rows', { work }, { rounds: 1 })]
  } finally {
    await service.close()
    fixture.close()
  }
}
