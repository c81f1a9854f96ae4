import { addItems, openFixture } from './fixture.ts'
import { openFloorStatements } from './floor-statements.ts'
import type { Row } from './measure.ts'
import { compare, timed, timedAsync } from './measure.ts'

const CALLS = 20_000

/** GET of an item with four slots without HTTP, beside the bare pair of statements. */
export async function run(): Promise<readonly Row[]> {
  const fixture = openFixture()
  const ids = await addItems(fixture, 200)
  const floor = openFloorStatements(fixture.path)
  const { service, user } = fixture
  const idAt = (index: number) => ids[index % ids.length] ?? ''
  const row = await compare(
    'GET item with 4 slots, in process (P3)',
    { name: 'two statements', measure: () => timed(CALLS, (index) => floor.readItem(user.userId, idAt(index))) },
    {
      name: 'dispatch',
      measure: () =>
        timedAsync(CALLS, (index) =>
          service.dispatch({ operation: 'vault.itemsIdGet', headers: user.headers, params: { id: idAt(index) } }),
        ),
    },
  )
  floor.close()
  fixture.close()
  return [row]
}
