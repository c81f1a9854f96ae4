import type { Candidate } from '../presentation-exchange/candidate.ts'
import { evaluateCredentialQuery } from './evaluate-query.ts'
import type { QueryContext, QueryEvaluation } from './evaluate-query.ts'
import type { CredentialSetQuery, DcqlQuery } from './query.ts'

/** A credential that the wallet holds; an SD-JWT VC with all of its disclosures opened. */
export interface HeldCandidate {
  readonly candidate: Candidate
  readonly context?: QueryContext | undefined
}

/** A held credential as an answer to a credential query. */
export interface MatchingCredential {
  /** Its index among the held ones. */
  readonly held: number
  readonly evaluation: QueryEvaluation
}

/** What the wallet can answer to one credential query. */
export interface QueryChoices {
  readonly id: string
  readonly multiple: boolean
  readonly matching: readonly MatchingCredential[]
  /** The first credential with the fewest failed checks, if none fits; null where one fits, or none is held. */
  readonly nearest: MatchingCredential | null
}

/** What the wallet can answer to one credential set. */
export interface SetChoices {
  readonly required: boolean
  readonly options: readonly { readonly ids: readonly string[]; readonly isPossible: boolean }[]
  /** The index of the first option that is possible. */
  readonly chosen: number | null
}

export interface CredentialChoices {
  readonly queries: readonly QueryChoices[]
  readonly sets: readonly SetChoices[]
  /**
   * The least that answers: for each query needed the index of a held credential, in the order of the query. Null where the
   * query cannot be answered; then nothing may be sent (OpenID4VP 1.0, 6.4.2).
   */
  readonly suggestion: ReadonlyMap<string, number> | null
}

/** Chooses what answers a query (OpenID4VP 1.0, 6.4), by the same rules by which answers are verified. */
export function chooseCredentials(query: DcqlQuery, held: readonly HeldCandidate[]): CredentialChoices {
  const queries = query.credentials.map((credential): QueryChoices => {
    const { id, multiple } = credential
    const evaluated = held.map(({ candidate, context }, index): MatchingCredential => ({
      held: index,
      evaluation: evaluateCredentialQuery(credential, candidate, context),
    }))
    const matching = evaluated.filter(({ evaluation }) => evaluation.holds)
    const [nearest = null] =
      matching.length > 0 ? [] : evaluated.toSorted((one, other) => failures(one) - failures(other))
    return { id, multiple, matching, nearest }
  })
  const byId = new Map(queries.map((one) => [one.id, one]))
  const isPossible = (id: string) => (byId.get(id)?.matching.length ?? 0) > 0
  const sets = (query.credential_sets ?? []).map((set) => setChoices(set, isPossible))
  const needed = neededIds(query, sets)
  const suggestion = needed?.every(isPossible)
    ? new Map(
        queries.flatMap(({ id, matching: [first] }) =>
          first !== undefined && needed.includes(id) ? [[id, first.held] as const] : [],
        ),
      )
    : null
  return { queries, sets, suggestion }
}

function failures({ evaluation }: MatchingCredential): number {
  return evaluation.checks.filter(({ result }) => result === 'fail').length
}

function setChoices({ options, required }: CredentialSetQuery, isPossible: (id: string) => boolean): SetChoices {
  const told = options.map((ids) => ({ ids, isPossible: ids.every(isPossible) }))
  const chosen = told.findIndex((option) => option.isPossible)
  return { required, options: told, chosen: chosen === -1 ? null : chosen }
}

/** Undefined where a set that is required has no possible option. */
function neededIds({ credentials }: DcqlQuery, sets: readonly SetChoices[]): readonly string[] | undefined {
  if (sets.length === 0) return credentials.map(({ id }) => id)
  const required = sets.filter((set) => set.required)
  if (required.some(({ chosen }) => chosen === null)) return undefined
  return required.flatMap(({ options, chosen }) => options[chosen ?? 0]?.ids ?? [])
}
