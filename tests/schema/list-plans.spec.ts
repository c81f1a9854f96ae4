// Proves docs/contract/workbench.md, Tables; docs/contract/vault.md, Lists; docs/contract/exchange.md, Verifier: requests.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { encodeCursor } from '../../src-main/service/cursor.ts'
import type { ServiceRequest } from '../../src-main/service/reply.ts'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { acceptedCall } from '../support/calls/accepted-calls.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { newDatabase, startService, testClock } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

/*
 * Every list is asked for with every filter, alone and with each other one, and the plan of each statement that it runs is
 * read. The filters come from the schemas of the operations: one that is not in the tables below fails.
 */

const ID = [UNKNOWN_ID]
const TEXT = ['x']
const BOOLEAN = [true, false]

/** What a filter is asked for with, and the column by which an index must find it. */
interface Filter {
  readonly values: readonly unknown[]
  /** In the conditions of the plan: what stands before `=?`, `>?` or `<?`. `undefined`: it is compared row by row, see the reason. */
  readonly column: string | undefined
  readonly reason?: string
}
const by = (column: string, values: readonly unknown[]): Filter => ({ column, values })
const compared = (values: readonly unknown[], reason: string): Filter => ({ column: undefined, values, reason })
const PART = 'a part of a text has no place in an index'

const FILTERS: Readonly<Record<string, Readonly<Record<string, Filter>>>> = {
  'vault.itemsGet': {
    name: by('name', TEXT),
    item_ids: by('id', [ID, []]),
    original_ids: by('original_id', [ID]),
    own: by('owner_id', [true]),
    owner_id: by('owner_id', ['ME']),
    classification_node_names: by('node_id', [['urgent', 'later']]),
    classification_node_name: by('node_id', ['urgent']),
    classification_scheme_name: by('node_id', ['tag']),
    shared_with: by('recipient_id', ID),
    template_ids: by('item_template_id', [ID, [UNKNOWN_ID, 'y']]),
  },
  'vault.classificationNodesGet': {
    scheme_name: by('scheme_id', ['tag']),
    name: compared(TEXT, PART),
    by_name: compared(TEXT, PART),
    own: by('user_id', BOOLEAN),
  },
  'vault.clientTaskQueueGet': {
    state: by('state', [['todo'], ['done', 'failed']]),
    target_id: by('target_id', ID),
    work_type: by('work_type', ['update_item_shares']),
    change_state: compared([true], 'says what happens to the page'),
    supress_changing_state: compared([true], 'is ignored'),
  },
  'vault.connectionsGet': {
    delegation: by('connections_with_delegation', ['granted_to_me', 'granted_to_the_other_user']),
    user_ids: by('other_user_id', [ID]),
  },
  'vault.eventsGet': {
    event_type: by('event_type', ['view']),
    on_date: by('event_time', ['2026-01-31']),
    organization_id: by('<expr>', ID),
  },
  'vault.invitationsGet': { token: by('token_hash', TEXT), state: by('state', ['new', 'connected']) },
  'vault.itemTemplatesGet': {
    by_classification: compared(
      ['tag', { scheme: 'tag' }, { name: 'x' }, { scheme: 'tag', name: 'x' }],
      'templates are made by hand, and few beside the items made from them',
    ),
    like: compared(TEXT, PART),
  },
  'vault.incomingSharesGet': {
    acceptance_required: by('acceptance_required', ['acceptance_required', 'accepted']),
    share_ids: by('id', [ID]),
  },
  'vault.outgoingSharesGet': { item_ids: by('item_id', [ID]) },
  'vault.organizationsGet': { mode: by('status', ['requested', 'rejected']) },
  'vault.organizationsOrganizationIdMembersGet': { like: compared(TEXT, PART), role: by('role', ['owner']) },
  'vault.systemEventsGet': {
    name: compared(TEXT, 'the operator did not do much'),
    subject_type: compared(['image'], 'the operator did not do much'),
    like: compared(TEXT, PART),
    from: by('event_time', ['2026-01-31']),
    to: by('event_time', ['2026-01-31']),
  },
  'vault.metricsItemsGet': {
    template_ids: by('item_template_id', [ID]),
    classification_scheme_name: by('node_id', ['tag']),
    classification_node_name: by('node_id', ['urgent']),
    classification_node_names: by('node_id', [['urgent', 'later']]),
  },
  'verifier.listVerifierRequests': {
    state: by('state', [['waiting'], ['verified', 'expired']]),
    definition_id: by('definition_id', TEXT),
    made_by: compared(['people', 'scenarios'], 'those of scenarios are deleted when they are over'),
  },
}

/** Said of where a page begins, in which order it is and how long. */
const PAGING = ['next_page_after', 'per_page', 'order']

/** Tables that do not grow with what users do, and why. */
const SMALL: Readonly<Record<string, string>> = {
  classification_schemes: 'the operator makes them',
  removed_block_files: 'emptied with each change',
  operator_events: 'what the operator did with own hands',
  subscription_keys: 'the operator makes them',
}

/** Where rows are sorted, and why they are few. */
const SORTED: Readonly<Record<string, string>> = {
  'vault.outgoingSharesGet': 'the shares of at most 500 items that were named',
}

/** Lists of everything there is, which are read from one end of their index. */
const WHOLE = ['vault.systemEventsGet', 'verifier.listVerifierRequests', 'vault.imagesGet']

const lists = serviceOperations.filter(
  ({ id, method, query }) => method === 'GET' && (FILTERS[id] !== undefined || (query && 'per_page' in shapeOf(query))),
)

function shapeOf(query: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return query instanceof z.ZodObject ? query.shape : {}
}

const filtersOf = ({ query }: Operation) =>
  Object.keys(query ? shapeOf(query) : {}).filter((name) => !PAGING.includes(name))

/** Every filter alone and with every other one, all at once, and none; each value once. */
function queriesOf(operation: Operation): readonly Readonly<Record<string, unknown>>[] {
  const known = FILTERS[operation.id] ?? {}
  const single = filtersOf(operation).flatMap((name) => (known[name]?.values ?? []).map((value) => ({ [name]: value })))
  const pairs = single.flatMap((one, index) => single.slice(index + 1).map((other) => ({ ...one, ...other })))
  return [{}, ...single, ...pairs, Object.assign({}, ...single) as object as Readonly<Record<string, unknown>>]
}

/** Every statement that a connection ran since it was asked last. */
function recordStatements(connection: Connection): () => readonly string[] {
  const used = new Set<string>()
  const prepare = connection.prepare.bind(connection)
  connection.prepare = ((sql: string) => {
    const statement: object = prepare(sql)
    const recorded: object = new Proxy(statement, {
      get:
        (target, name: string) =>
        (...values: unknown[]) => {
          if (name === 'all' || name === 'get') used.add(sql)
          const result = Reflect.apply(Reflect.get(target, name) as (...all: unknown[]) => unknown, target, values)
          return result === target ? recorded : result
        },
    })
    return recorded
  }) as typeof connection.prepare
  return () => {
    const since = [...used]
    used.clear()
    return since
  }
}

interface Step {
  readonly sql: string
  readonly detail: string
}

describe('plans of lists', () => {
  let running: TestService
  let user: SignedInUser
  let statementsSince: () => readonly string[]
  const plans = new Map<string, readonly string[]>()
  const calls = new Map<string, ServiceRequest>()

  beforeAll(async () => {
    const connection = newDatabase()
    statementsSince = recordStatements(connection)
    const started = startService({}, { connection, clock: testClock() })
    running = { ...started, send: (request) => started.service.dispatch(request), close: () => started.service.close() }
    user = aSignedInUser(running)
    await makeTags()
  })
  afterAll(async () => {
    expect(running.faults).toEqual([])
    await running.close()
    running.connection.close()
  })

  /** Items are read along the nodes that a filter names, if there are any. */
  async function makeTags(): Promise<void> {
    for (const label of ['urgent', 'later']) {
      const body = { classification_node: { classification_scheme_name: 'tag', label } }
      await running.send({ operation: 'vault.classificationNodesPost', headers: user.headers, body })
    }
  }

  /** What the list needs is made once. */
  async function callOf(operation: Operation): Promise<ServiceRequest> {
    const call = calls.get(operation.id) ?? (await acceptedCall(running, user, operation))
    calls.set(operation.id, call)
    return call
  }

  function planOf(sql: string): readonly string[] {
    const known = plans.get(sql)
    if (known !== undefined) return known
    const names = [...new Set([...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => name))]
    const values = names.length > 0 ? [Object.fromEntries(names.map((name) => [name, null]))] : []
    const marks = names.length > 0 ? [] : [...sql.matchAll(/\?/g)].map(() => null)
    const steps = running.connection.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    const plan = steps.all(...values, ...marks).map(({ detail }) => detail)
    plans.set(sql, plan)
    return plan
  }

  async function stepsOf(request: ServiceRequest): Promise<readonly Step[]> {
    statementsSince()
    const reply = await running.send(request)
    const statements = statementsSince()
    expect({ query: request.query, ok: reply.ok, body: reply.ok ? '' : reply.body }).toMatchObject({ ok: true })
    return statements.flatMap((sql) => planOf(sql).map((detail) => ({ sql, detail })))
  }

  /** The calls of a list with a query: in both orders where there are two, and from a place on. */
  function callsOf(operation: Operation, call: ServiceRequest, query: object): readonly ServiceRequest[] {
    const shape = shapeOf(operation.query ?? z.object())
    const orders = 'order' in shape ? [{ order: 'asc' }, { order: 'desc' }] : [{}]
    const id = operation.api === 'verifier' ? 'a'.repeat(22) : UNKNOWN_ID
    const next_page_after = encodeCursor({ sortValue: '2026-01-01T00:00:00.000Z', id })
    const places = 'next_page_after' in shape ? [{}, { next_page_after }] : [{}]
    const own = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, value === 'ME' ? user.userId : value]),
    )
    return orders.flatMap((order) => places.map((place) => ({ ...call, query: { ...own, ...order, ...place } })))
  }

  it('every list is among them, and so is every filter', () => {
    const missing = lists.flatMap((operation) =>
      filtersOf(operation)
        .filter((name) => FILTERS[operation.id]?.[name] === undefined)
        .map((name) => `${operation.id} ${name}`),
    )
    const gone = Object.entries(FILTERS).flatMap(([id, filters]) => {
      const operation = lists.find((one) => one.id === id)
      return Object.keys(filters)
        .filter((name) => operation === undefined || !filtersOf(operation).includes(name))
        .map((name) => `${id} ${name}`)
    })

    expect(lists.length).toBeGreaterThan(15)
    expect({ missing, gone }).toEqual({ missing: [], gone: [] })
  })

  it.each(lists)('$id › reads no whole table and sorts nothing but what was named one by one', async (operation) => {
    const call = await callOf(operation)
    const faults = new Set<string>()
    for (const query of queriesOf(operation)) {
      for (const request of callsOf(operation, call, query)) {
        for (const { sql, detail } of await stepsOf(request)) {
          const fault = faultOf(operation, sql, detail)
          if (fault !== undefined) faults.add(`${JSON.stringify(query)}: ${fault} in ${sql.replaceAll(/\s+/g, ' ')}`)
        }
      }
    }

    expect([...faults]).toEqual([])
  })

  it.each(lists)('$id › finds each filter by an index', async (operation) => {
    const call = await callOf(operation)
    const unfound: string[] = []
    for (const [name, { column, values }] of Object.entries(FILTERS[operation.id] ?? {})) {
      if (column === undefined) continue
      for (const value of values) {
        if (Array.isArray(value) && value.length === 0) continue
        for (const request of callsOf(operation, call, { [name]: value })) {
          const steps = await stepsOf(request)
          const found = steps.some(
            ({ detail }) => constraintsOf(detail).includes(column) || detail.includes(`INDEX ${column} `),
          )
          if (!found) unfound.push(`${name} ${JSON.stringify(value)}`)
        }
      }
    }

    expect(unfound).toEqual([])
  })

  it('what time brings about › is found without reading what is not due', async () => {
    await running.send({ operation: 'vault.meDeletionQueuePost', headers: aSignedInUser(running).headers })
    running.clock.advanceMs(30 * 24 * 60 * 60 * 1000)
    statementsSince()

    running.service.applyDueChanges(running.clock.nowMs())

    const statements = statementsSince()
    const faults = statements.flatMap((sql) =>
      planOf(sql)
        .filter((detail) => detail.startsWith('SCAN') && faultOf({ id: '' }, sql, detail) !== undefined)
        .map((detail) => `${detail} in ${sql.replaceAll(/\s+/g, ' ')}`),
    )
    expect(statements.length).toBeGreaterThan(10)
    expect(faults).toEqual([])
  })

  function faultOf({ id }: Pick<Operation, 'id'>, sql: string, detail: string): string | undefined {
    if (detail.includes('AUTOMATIC')) return detail
    if (detail.startsWith('USE TEMP B-TREE')) {
      return SORTED[id] !== undefined || isOfNamedRows(sql) || isOfSmallTable(sql) ? undefined : detail
    }
    if (!detail.startsWith('SCAN ') || detail.includes('VIRTUAL TABLE') || detail === 'SCAN CONSTANT ROW')
      return undefined
    const [, name = ''] = detail.split(' ')
    const table = tableOf(sql, name)
    if (table === undefined || SMALL[table] !== undefined) return undefined
    return WHOLE.includes(id) && detail.includes('USING INDEX') ? undefined : `${detail} (${table})`
  }

  const isOfSmallTable = (sql: string) =>
    planOf(sql).every(
      (detail) => !detail.startsWith('S') || SMALL[tableOf(sql, detail.split(' ')[1] ?? '') ?? ''] !== undefined,
    )

  /** Whether everything that the statement reads are rows that were named, each by a whole key. */
  function isOfNamedRows(sql: string): boolean {
    return planOf(sql).some((detail) => /^SEARCH \w+ USING .*\((id=\?|original_id=\? AND user_id=\?)\)/.test(detail))
  }
})

/** The table behind a name in a statement; undefined for what is made by the statement itself. */
function tableOf(sql: string, name: string): string | undefined {
  const tables = [
    ...sql.matchAll(
      /(?:FROM|JOIN)\s+(\w+)(?:\s+(?:AS\s+)?(?!CROSS|JOIN|LEFT|WHERE|ORDER|ON|USING|GROUP|UNION|LIMIT|INDEXED)(\w+))?/g,
    ),
  ]
  return tables.find(([, table, alias]) => (alias ?? table) === name)?.[1]
}

/** The columns by which a step finds its rows. */
function constraintsOf(detail: string): readonly string[] {
  const [, conditions = ''] = /^SEARCH .*? \((.*)\)$/.exec(detail) ?? []
  return conditions.split(' AND ').map((condition) => condition.replace(/[=<>]\?$/, ''))
}
