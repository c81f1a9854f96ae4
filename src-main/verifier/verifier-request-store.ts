import type { Page, PageRequest } from '../../shared/contract/paging.ts'
import type {
  MadeBy,
  VerifierAttempt,
  VerifierRequest,
  VerifierRequestState,
  VerifierRequestStep,
} from '../../shared/contract/verifier-requests.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import type { PageRange } from '../service/merged-pages.ts'
import { mergedPage, rangeConditions, rangeOrder, rangeValues } from '../service/merged-pages.ts'
import { assigned, bound, inserted } from '../sqlite/columns.ts'
import type { Connection } from '../sqlite/database.ts'
import { statementCache } from '../sqlite/statement-cache.ts'

/** What a request asks in. */
export type QueryLanguage = 'presentation_exchange' | 'dcql'

/**
 * Where an answer came in: at the address of the deep link (`presentations`), or of the OpenID4VP request (`response`).
 */
export type Door = 'presentations' | 'response'

/** A stored request. Its addresses are not stored, because they follow from the verifier's current address. */
export interface StoredRequest extends Omit<VerifierRequest, keyof RequestAddresses> {
  readonly query_language: QueryLanguage
  /** The definition or query that its OpenID4VP link contains; null where the wallet fetches it. */
  readonly asked: JsonObject | null
  /** When it became verified, expired or cancelled; null while it is open. */
  readonly closed_at: string | null
  readonly fetch_count: number
  /** Presentations that were refused without being verified. */
  readonly refusal_count: number
  readonly wallet_scheme: string
}

/** The fields that follow from the addresses. */
export type RequestAddresses = Pick<
  VerifierRequest,
  | 'definition_url'
  | 'destination_url'
  | 'deep_link'
  | 'openid4vp_link'
  | 'request_uri'
  | 'response_uri'
  | 'reachable_from_phone'
>

/** A stored attempt; the presentation and its verification are sealed. */
export interface StoredAttempt extends Omit<VerifierAttempt, 'verification' | 'presentation_kept'> {
  readonly request_id: string
  readonly door: Door
  readonly sealed_verification: Uint8Array | null
  readonly sealed_presentation: Uint8Array | null
}

/** An attempt in a list, without its presentation, which may be long. */
export interface ListedAttempt extends Omit<StoredAttempt, 'sealed_presentation'> {
  readonly presentation_kept: boolean
}

export interface RequestFilter {
  readonly states?: readonly VerifierRequestState[] | undefined
  readonly definition_id?: string | undefined
  readonly made_by?: MadeBy | undefined
}

const JSON_COLUMNS = ['trusted_issuers', 'policy', 'on_valid', 'on_valid_result', 'asked'] as const
type RequestRow = Omit<StoredRequest, (typeof JSON_COLUMNS)[number]> &
  Readonly<Record<(typeof JSON_COLUMNS)[number], string | null>>
type AttemptRow = Omit<StoredAttempt, 'valid'> & { readonly valid: 0 | 1 | null }
type ListedAttemptRow = Omit<ListedAttempt, 'valid' | 'presentation_kept'> & {
  readonly valid: 0 | 1 | null
  readonly presentation_kept: 0 | 1
}

const COLUMNS = `id, name, scenario, definition_id, definition_name, state, created_at, expires_at, first_fetched_at, answered_at,
  closed_at, binding, max_age_seconds, max_attempts, attempt_count, fetch_count, refusal_count, trusted_issuers, policy,
  wallet_scheme, on_valid, on_valid_result, client_id_prefix, query_language, asked`
const ATTEMPT_COLUMNS =
  'id, request_id, received_at, remote, bytes, http_status, valid, error, door, sealed_verification'
const STEP_COLUMNS = 'at, kind, http_status, bytes, duration_ms, attempt_id, detail'

interface DefinitionUse {
  readonly definition_id: string
  readonly requests: number
  /** The only scenario that uses it; null if none does, or several do. */
  readonly scenario: string | null
}

/** How requests use each definition. */
export function sqliteDefinitionUses(connection: Connection): () => ReadonlyMap<string, DefinitionUse> {
  const uses = connection.prepare<[], DefinitionUse>(/* sql */ `
    SELECT definition_id, count(*) AS requests, CASE count(DISTINCT scenario) WHEN 1 THEN max(scenario) END AS scenario
    FROM verifier_requests GROUP BY definition_id
  `)
  return () => new Map(uses.all().map((use) => [use.definition_id, use]))
}

export type VerifierRequestStore = ReturnType<typeof verifierRequestStore>

/** Verifier requests with their attempts and steps on SQLite. */
export function verifierRequestStore(connection: Connection) {
  const insert = connection.prepare(`INSERT INTO verifier_requests ${inserted(COLUMNS)}`)
  const find = connection.prepare<[string], RequestRow>(`SELECT ${COLUMNS} FROM verifier_requests WHERE id = ?`)
  const update = connection.prepare(/* sql */ `
    UPDATE verifier_requests SET ${assigned(`state, expires_at, first_fetched_at, answered_at, closed_at,
      attempt_count, fetch_count, refusal_count, on_valid_result`)}
    WHERE id = @id
  `)
  const page = statementCache<RequestRow>(connection)
  const insertAttempt = connection.prepare(/* sql */ `
    INSERT INTO verifier_attempts (${ATTEMPT_COLUMNS}, sealed_presentation)
    VALUES (${bound(ATTEMPT_COLUMNS)}, @sealed_presentation)
  `)
  const attempts = connection.prepare<[string], ListedAttemptRow>(/* sql */ `
    SELECT ${ATTEMPT_COLUMNS}, sealed_presentation IS NOT NULL AS presentation_kept FROM verifier_attempts
    WHERE request_id = ? ORDER BY id
  `)
  const findAttempt = connection.prepare<[string, string], AttemptRow>(
    `SELECT ${ATTEMPT_COLUMNS}, sealed_presentation FROM verifier_attempts WHERE id = ? AND request_id = ?`,
  )
  const deletePresentation = connection.prepare<[string]>(
    'UPDATE verifier_attempts SET sealed_presentation = NULL WHERE id = ?',
  )
  const insertStep = connection.prepare(/* sql */ `
    INSERT INTO verifier_request_steps (request_id, number, ${STEP_COLUMNS})
    VALUES (@request_id,
      (SELECT coalesce(max(number), 0) + 1 FROM verifier_request_steps WHERE request_id = @request_id),
      ${bound(STEP_COLUMNS)})
  `)
  const steps = connection.prepare<[string], VerifierRequestStep>(
    `SELECT ${STEP_COLUMNS} FROM verifier_request_steps WHERE request_id = ? ORDER BY number`,
  )
  const earliestExpiry = connection
    .prepare<[], string | null>('SELECT min(expires_at) FROM verifier_requests WHERE closed_at IS NULL')
    .pluck()
  const expired = connection.prepare<[string], RequestRow>(
    `SELECT ${COLUMNS} FROM verifier_requests WHERE closed_at IS NULL AND expires_at <= ? ORDER BY expires_at, id`,
  )
  const earliestClosing = connection
    .prepare<[], string | null>('SELECT min(closed_at) FROM verifier_requests WHERE closed_at IS NOT NULL')
    .pluck()
  const unfinishedActions = connection.prepare<[], RequestRow>(/* sql */ `
    SELECT ${COLUMNS} FROM verifier_requests
    WHERE state = 'verified' AND on_valid_result IS NULL AND on_valid ->> 'kind' <> 'none' ORDER BY id
  `)
  const deleteOfScenarios = connection.prepare<[]>(
    'DELETE FROM verifier_requests WHERE scenario IS NOT NULL AND closed_at IS NOT NULL',
  )
  const deleteClosed = connection.prepare<[string]>('DELETE FROM verifier_requests WHERE closed_at <= ?')

  return {
    add: (request: StoredRequest) => void insert.run(writtenRow(request)),
    find(id: string): StoredRequest | undefined {
      const row = find.get(id)
      return row && readRow(row)
    },
    update: (request: StoredRequest) => void update.run(writtenRow(request)),
    page(filter: RequestFilter, request: PageRequest): Page<StoredRequest> {
      const { states = [], definition_id } = filter
      return mergedPage(
        {
          sources: states.length === 0 ? [undefined] : [...new Set(states)],
          read: (state, range) =>
            page(requestRangeSql(filter, state, range))
              .all({ state, definition_id, ...rangeValues(range) })
              .map(readRow),
          place: ({ created_at, id }) => ({ sortValue: created_at, id }),
        },
        request,
      )
    },
    addAttempt: (attempt: StoredAttempt) => void insertAttempt.run({ ...attempt, valid: bit(attempt.valid) }),
    /** Oldest first. */
    attemptsOf: (requestId: string): readonly ListedAttempt[] =>
      attempts.all(requestId).map((row) => ({
        ...row,
        valid: truth(row.valid),
        presentation_kept: row.presentation_kept === 1,
      })),
    findAttempt(requestId: string, attemptId: string): StoredAttempt | undefined {
      const row = findAttempt.get(attemptId, requestId)
      return row && { ...row, valid: truth(row.valid) }
    },
    deletePresentation: (attemptId: string) => void deletePresentation.run(attemptId),
    addStep: (request_id: string, step: VerifierRequestStep) => void insertStep.run({ ...step, request_id }),
    /** Verified requests whose action has no outcome yet. */
    unfinishedActions: (): readonly StoredRequest[] => unfinishedActions.all().map(readRow),
    /** Oldest first. */
    stepsOf: (requestId: string): readonly VerifierRequestStep[] => steps.all(requestId),
    /** When the next open request expires; null if none is open. */
    earliestExpiry: () => earliestExpiry.get() ?? null,
    openExpiredBy: (time: string): readonly StoredRequest[] => expired.all(time).map(readRow),
    /** When the first of the closed requests was closed; null if there are none. */
    earliestClosing: () => earliestClosing.get() ?? null,
    /** Deletes the closed requests of scenarios. Returns how many. */
    deleteClosedOfScenarios: (): number => deleteOfScenarios.run().changes,
    /** Deletes requests with their attempts and steps. */
    deleteClosedBefore: (time: string) => void deleteClosed.run(time),
  }
}

/** Selects by an index over the states or over the definitions; the `+` keeps SQLite from choosing another one. */
function requestRangeSql(
  { definition_id, made_by }: RequestFilter,
  state: VerifierRequestState | undefined,
  range: PageRange,
): string {
  const ofState = definition_id === undefined ? 'state = +@state' : '+state = @state'
  const conditions = [
    'true',
    ...(definition_id === undefined ? [] : ['definition_id = +@definition_id']),
    ...(state === undefined ? [] : [ofState]),
    ...(made_by === undefined ? [] : [made_by === 'people' ? 'scenario IS NULL' : 'scenario IS NOT NULL']),
    ...rangeConditions(range),
  ]
  return `SELECT ${COLUMNS} FROM verifier_requests WHERE ${conditions.join(' AND ')} ${rangeOrder(range)}`
}

function writtenRow(request: StoredRequest): RequestRow {
  return { ...request, ...mapped((name) => (request[name] === null ? null : JSON.stringify(request[name]))) }
}

function readRow(row: RequestRow): StoredRequest {
  // The columns were written from these fields.
  return {
    ...row,
    ...mapped((name) => (row[name] === null ? null : (JSON.parse(row[name]) as unknown))),
  } as StoredRequest
}

function mapped<Value>(read: (name: (typeof JSON_COLUMNS)[number]) => Value) {
  return Object.fromEntries(JSON_COLUMNS.map((name) => [name, read(name)])) as Record<
    (typeof JSON_COLUMNS)[number],
    Value
  >
}

function bit(value: boolean | null): 0 | 1 | null {
  return value === null ? null : value ? 1 : 0
}

function truth(value: 0 | 1 | null): boolean | null {
  return value === null ? null : value === 1
}
