import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src-main/service/ports.ts'
import { closeDatabase, openDatabase } from '../src-main/sqlite/database.ts'
import { migrate } from '../src-main/sqlite/migrate.ts'
import { MIGRATIONS } from '../src-main/sqlite/migrations/all.ts'
import { aSignedInUser, newTestId } from '../tests/support/service/builders.ts'
import { openService } from './fixture.ts'
import { SHOWN } from './goals.ts'
import { fillLists, TARGET, TEMPLATES } from './list-world.ts'
import type { Row, Side } from './measure.ts'
import { compare, median, timedAsync } from './measure.ts'
import type { GROWTH } from './row-goals.ts'

const FEW = 10_000
const BETWEEN = 100_000
/** A smaller one is for whoever changes this benchmark. */
const MANY = Number(process.env['BENCH_LISTS_ROWS'] ?? 1_000_000)
const OPTIONS = { rounds: 5, ...(MANY !== 1_000_000 && { goal: SHOWN }) }
const CALLS = 20
/** Rows are put in before the step that counts and orders them, so that it is taken with as many as there are. */
const STEP_OF_LISTS = 380

type People = Lists['people']
/** A list whose row has a goal. */
type NameOf<Row> = Row extends `${infer Name} (P17)` ? Name : never

/** What finds many, few among many, and none, of each list that grew with the data. */
const LISTS: readonly (readonly [NameOf<keyof typeof GROWTH>, string, (people: People) => object])[] = [
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
  ['numbers of items of a node', 'metricsItemsGet', () => ({ classification_node_name: 'late' })],
  ['templates with how many items they have', 'itemTemplatesGet', () => ({})],
]

/** Each list of one user with 10,000 rows of each kind and with 1,000,000, which must not take longer; and how it grows between. */
export async function run(): Promise<readonly Row[]> {
  const [few, between, many] = [openLists(FEW), openLists(BETWEEN), openLists(MANY)]
  const rows: Row[] = []
  for (const [name, operation, queryOf] of LISTS) {
    const side = ({ call, count, people }: Lists) => ({
      name: count.toLocaleString('en'),
      measure: () => timedAsync(CALLS, () => call(operation, queryOf(people))),
    })
    const row = await compare(`${name} (P17)`, side(few), side(many), OPTIONS)
    const growth = [
      { rows: FEW, milliseconds: 1000 / row.floorPerSecond },
      { rows: BETWEEN, milliseconds: await millisecondsOf(side(between)) },
      { rows: MANY, milliseconds: 1000 / row.productPerSecond },
    ]
    rows.push({ ...row, growth })
  }
  for (const lists of [few, between, many]) lists.close()
  return rows
}

const SAMPLES = 4

/** Of one operation; the first sample is discarded, as that of a row is. */
async function millisecondsOf(side: Side): Promise<number> {
  const milliseconds: number[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const { seconds, operations } = await side.measure()
    milliseconds.push((seconds * 1000) / operations)
  }
  return median(milliseconds.slice(1))
}

type Lists = ReturnType<typeof openLists>

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
    count,
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
