import { setTimeout } from 'node:timers/promises'
import { userOperations } from '../shared/contract/users.ts'
import { newTestId } from '../tests/support/service/builders.ts'
import { openFixture } from './fixture.ts'
import { fillLists } from './list-world.ts'
import type { Row } from './measure.ts'
import { stallRow } from './stalls-of.ts'

/** Of each of the six kinds of rows that a user may have many of; the first round, which is discarded, has few. */
const ROWS_OF_EACH = [1000, 166_667] as const

/** DELETE /me, and the portions that follow, until nothing is left. It takes some minutes. */
export async function run(): Promise<readonly Row[]> {
  const fixtures = ROWS_OF_EACH.map((count) => {
    const fixture = openFixture()
    fillLists(fixture.connection, { ada: fixture.user.userId, bob: newTestId(), cyd: newTestId() }, count)
    fixture.connection.pragma('wal_checkpoint(TRUNCATE)') // the program keeps its log short
    return fixture
  })
  const rounds = fixtures.values()
  const work = async () => {
    const { connection, service, user } = rounds.next().value ?? missing()
    const isThere = connection.prepare('SELECT 1 FROM users WHERE id = ?').pluck()
    await service.dispatch({ operation: userOperations.meDelete.id, headers: user.headers })
    while (isThere.get(user.userId) !== undefined) await setTimeout(20)
  }
  try {
    return [await stallRow('delete a user with 1,000,000 rows', { work }, { rounds: 1 })]
  } finally {
    for (const fixture of fixtures) {
      await fixture.service.close()
      fixture.close()
    }
  }
}

function missing(): never {
  throw new Error('each round has a user of its own')
}
