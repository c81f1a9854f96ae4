import type { z } from 'zod'
import type { AskedDescriptor, AskedRequirement, ToldClaims } from '../../../shared/contract/workbench-wallet.ts'
import { readQuery } from '../../../shared/dcql/check-query.ts'
import { chooseCredentials } from '../../../shared/dcql/choose-credentials.ts'
import type { QueryChoices } from '../../../shared/dcql/choose-credentials.ts'
import { certifiedBy } from '../../../shared/dcql/evaluate-query.ts'
import type { ClaimsPath, CredentialQuery, DcqlQuery } from '../../../shared/dcql/query.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { toldOf } from '../sd-jwt/told-claims.ts'
import { newestOfEach } from '../selection/choose.ts'
import type { Choice } from '../selection/judge-choice.ts'
import type { CandidateCredential, DescriptorCandidates } from '../selection/try-held.ts'
import { boundHolderOf } from './candidates.ts'
import { answerFacts } from './definition-facts.ts'
import type { DefinitionFacts } from './definition-facts.ts'

/**
 * Evaluates the credentials of a wallet for a DCQL query (OpenID4VP 1.0, 6.4): a credential query is an input of the run,
 * and a credential set one of its requirements.
 *
 * @param definition `{ id?, name?, purpose?, dcql_query }`, without faults
 * @param held newest first
 */
export function openQuery(definition: JsonObject, held: readonly CandidateCredential[]) {
  const query = readQuery(definition['dcql_query'])
  const demandsAuthorities = query.credentials.some(({ trusted_authorities }) => trusted_authorities !== undefined)
  const offered = held.map(({ candidate, holder, authorities }) => ({
    candidate,
    context: {
      isHolderBound: isBound(candidate, holder),
      authorities: certifiedBy(demandsAuthorities ? (authorities?.() ?? []) : []),
    },
  }))
  const { queries, suggestion } = chooseCredentials(query, offered)
  const candidates = queries.map((one) => candidatesFor(one, held))
  return {
    candidates,
    proposed: suggestion === null ? newestOfEach(candidates) : chosenIn(suggestion, held),
    facts: (choice: Choice): DefinitionFacts => queryFacts({ query, queries, candidates, held }, choice),
  }
}

/** Whether the wallet can prove that it holds the key: of an SD-JWT VC by that key alone, of others by the presentation. */
function isBound(candidate: CandidateCredential['candidate'], holder: string | undefined): boolean {
  if (candidate.disclosure === undefined) return true
  return boundHolderOf({ candidate }, holder === undefined ? [] : [holder]) !== undefined
}

function candidatesFor(
  { id, matching, nearest }: QueryChoices,
  held: readonly CandidateCredential[],
): DescriptorCandidates {
  const triedAt = (entry: NonNullable<QueryChoices['nearest']>) => {
    const credential = held[entry.held]
    return credential === undefined ? [] : [{ credential, evaluation: entry.evaluation }]
  }
  return {
    descriptor: { id, constraints: {} },
    matching: matching.flatMap(triedAt),
    nearest: (nearest === null ? [] : triedAt(nearest)).flatMap((tried) => {
      const failed = tried.evaluation.checks.find(({ result }) => result === 'fail')
      return failed === undefined ? [] : [{ ...tried, failed }]
    })[0],
  }
}

function chosenIn(suggestion: ReadonlyMap<string, number>, held: readonly CandidateCredential[]): Choice {
  return new Map(
    [...suggestion].flatMap(([id, index]) => {
      const credential = held[index]
      return credential === undefined ? [] : [[id, credential.id] as const]
    }),
  )
}

interface OpenQuery {
  readonly query: DcqlQuery
  readonly queries: readonly QueryChoices[]
  readonly candidates: readonly DescriptorCandidates[]
  readonly held: readonly CandidateCredential[]
}

function queryFacts(open: OpenQuery, choice: Choice): DefinitionFacts {
  const { query, candidates } = open
  const requirements = requirementsOf(query, choice)
  const unanswered = query.credentials.map(({ id }) => id).filter((id) => !choice.has(id))
  const missing =
    query.credential_sets === undefined
      ? unanswered
      : requirements.filter(({ satisfied }) => !satisfied).map(({ from }) => from ?? '')
  return {
    descriptors: query.credentials.map((asked) => descriptorOf(asked, candidates, choice)),
    requirements,
    can_submit: missing.length === 0 && choice.size > 0,
    missing,
    missing_phrases: missing.map(() => null),
    must_share_whole: false,
    told: toldIn(open, choice),
  }
}

function descriptorOf(
  { id, claims = [] }: CredentialQuery,
  candidates: readonly DescriptorCandidates[],
  choice: Choice,
): z.infer<typeof AskedDescriptor> {
  const found = candidates.find(({ descriptor }) => descriptor.id === id)
  const fields = claims.map((claim) => ({
    id: claim.id ?? null,
    name: null,
    purpose: null,
    path: jsonPathOf(claim.path),
    optional: false,
    intent_to_retain: false,
  }))
  const asked = { id, name: null, purpose: null, group: [], limit_disclosure: false, fields }
  return { ...asked, ...answerFacts(found), chosen: choice.get(id) ?? null }
}

/** The path as definitions write it, which the window makes a name of. */
function jsonPathOf(path: ClaimsPath): string {
  const steps = path.map((step) => (step === null ? '[*]' : typeof step === 'number' ? `[${step}]` : `['${step}']`))
  return `$${steps.join('')}`
}

/** A set is satisfied by one option whose queries are all answered; one that is not required may stay without. */
function requirementsOf({ credential_sets = [] }: DcqlQuery, choice: Choice): z.infer<typeof AskedRequirement>[] {
  return credential_sets.map(({ options, required }) => ({
    name: null,
    rule: 'pick',
    from: options.map((ids) => ids.join(' + ')).join(' | '),
    satisfied: !required || options.some((ids) => ids.every((id) => choice.has(id))),
    needed: `${required ? '' : '0 or '}1 of ${options.length}`,
  }))
}

/** One for each query: nobody is told for one of them what only another asks for. */
function toldIn({ queries, held }: OpenQuery, choice: Choice): ToldClaims[] {
  return queries.flatMap(({ id, matching }) => {
    const found = matching.find((one) => held[one.held]?.id === choice.get(id))
    const credential = found && held[found.held]
    if (found === undefined || credential?.candidate.disclosure === undefined) return []
    const told = toldOf(credential.id, credential.candidate.disclosure.disclosed, found.evaluation.asked)
    return [{ ...told, query_id: id }]
  })
}
