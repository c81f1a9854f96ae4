import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src-main/service/ports.ts'
import { closeDatabase, openDatabase } from '../src-main/sqlite/database.ts'
import { migrate } from '../src-main/sqlite/migrate.ts'
import { MIGRATIONS } from '../src-main/sqlite/migrations/all.ts'
import { aSignedInUser, newTestId } from '../tests/support/service/builders.ts'
import { openService } from './fixture.ts'
import { bothOf, productWithinMs, ratioAtLeast } from './goals.ts'
import { fillLists, TARGET, TEMPLATES } from './list-world.ts'
import type { Row } from './measure.ts'
import { compare, timedAsync } from './measure.ts'

const FEW = 10_000
const MANY = 1_000_000
const CALLS = 20
/** Rows are put in before the step that counts and orders them, so that it is taken with as many as there are. */
const STEP_OF_LISTS = 380

type People = ReturnType<typeof openLists>['people']

/** What finds many, few among many, and none, of each list that grew with the data. */
const LISTS: readonly (readonly [string, string, (people: People) => object])[] = [
  ['items of an owner and templates', 'itemsGet', ({ bob }) => ({ owner_id: bob, template_ids: [...TEMPLATES] })],
  ['items by name and own', 'itemsGet', () => ({ name: 'last', own: true })],
  ['items of two templates', 'itemsGet', () => ({ template_ids: [...TEMPLATES] })],
  ['items of a node that lie late', 'itemsGet', () => ({ classification_node_name: 'late' })],
  ['items of a scheme', 'itemsGet', () => ({ classification_scheme_name: 'lists' })],
  ['items shared with somebody, many', 'itemsGet', ({ bob }) => ({ shared_with: bob })],
  ['items shared with somebody, few', 'itemsGet', ({ cyd }) => ({ shared_with: cyd })],
  ['tasks of a state', 'clientTaskQueueGet', () => ({ state: ['failed'] })],
  ['tasks of a target', 'clientTaskQueueGet', () => ({ target_id: TARGET })],
  ['tasks of a type', 'clientTaskQueueGet', () => ({ work_type: 'setup_key_delegation' })],
  ['received shares of a state', 'incomingSharesGet', () => ({ acceptance_required: 'rejected' })],
  ['invitations of a state', 'invitationsGet', () => ({ state: 'accepted' })],
  ['events of a type on a day', 'eventsGet', () => ({ event_type: 'milestone', on_date: '2025-01-01' })],
  ['alerts', 'alertsGet', () => ({})],
  ['numbers of items', 'metricsItemsGet', () => ({})],
  ['templates with how many items they have', 'itemTemplatesGet', () => ({})],
]

/** Each list of one user with 10,000 rows of each kind and with 1,000,000: it must not grow. */
export async function run(): Promise<readonly Row[]> {
  const [few, many] = [openLists(FEW), openLists(MANY)]
  const rows: Row[] = []
  for (const [name, operation, queryOf] of LISTS) {
    const side = ({ call, people }: typeof few, count: number) => ({
      name: count.toLocaleString('en'),
      measure: () => timedAsync(CALLS, () => call(operation, queryOf(people))),
    })
    const goal = bothOf(ratioAtLeast(0.33), productWithinMs(5))
    rows.push(await compare(`${name} (P17)`, goal, side(few, FEW), side(many, MANY), 5))
  }
  few.close()
  many.close()
  return rows
}

function openLists(count: number) {
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  const path = join(directory, 'vault.db')
  const empty = openDatabase({ path })
  migrate(
    empty,
    MIGRATIONS.filter(({ number }) => number < STEP_OF_LISTS),
  )
  const ada = aSignedInUser({ connection: empty, clock: systemClock })
  const people = { ada: ada.userId, bob: newTestId(), cyd: newTestId() }
  fillLists(empty, people, count)
  closeDatabase(empty)
  const { connection, service } = openService(path)
  return {
    people,
    call: async (operation: string, query: object) => {
      const reply = await service.dispatch({ operation: `vault.${operation}`, headers: ada.headers, query })
      if (!reply.ok) throw new Error(JSON.stringify(reply.body))
    },
    close() {
      closeDatabase(connection)
      rmSync(directory, { recursive: true })
    },
  }
}
