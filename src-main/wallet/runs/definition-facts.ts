import type { AskedDescriptor, AskedRequirement, WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import type { z } from 'zod'
import type { InputDescriptor } from '../../../shared/presentation-exchange/definition.ts'
import { NewPresentationDefinition } from '../../../shared/presentation-exchange/definition.ts'
import { withRequirementList } from '../../../shared/presentation-exchange/check-definition.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isObject, listOf, memberOf, valueAt } from '../../../shared/presentation-exchange/json.ts'
import type { PreparedDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { RequirementOutcome } from '../../../shared/presentation-exchange/submission-requirements.ts'
import { evaluateChoice, findTried } from '../selection/judge-choice.ts'
import type { Choice } from '../selection/judge-choice.ts'
import type { CandidateCredential, DescriptorCandidates, TriedCredential } from '../selection/try-held.ts'
import { ISSUER_CLAIMS } from '../../../shared/presentation-exchange/candidate.ts'
import { toldClaims } from '../sd-jwt/told-claims.ts'
import { textOf, messageFields } from '../../../shared/phrase.ts'

/** The members of a run about the definition and the matching credentials. */
export type DefinitionFacts = Pick<
  WalletRun,
  'descriptors' | 'requirements' | 'can_submit' | 'missing' | 'missing_phrases' | 'must_share_whole' | 'told'
>

/** A valid definition, as received and prepared for evaluation. */
export interface AskedDefinition {
  readonly definition: JsonObject
  readonly prepared: PreparedDefinition
}

const MAX_SHOWN_LENGTH = 200

export function definitionFacts(
  { definition, prepared }: AskedDefinition,
  candidates: readonly DescriptorCandidates[],
  choice: Choice,
): DefinitionFacts {
  const descriptors = NewPresentationDefinition.parse(withRequirementList(definition)).input_descriptors
  const findDescriptor = (id: string) => descriptors.find((descriptor) => descriptor.id === id)
  const { satisfied, evaluation } = evaluateChoice(prepared, candidates, choice)
  const isOneSubject = evaluation.sameSubject.every(({ directive, holds }) => directive === 'preferred' || holds)
  const missing = satisfied
    ? []
    : [
        ...evaluation.faults.map(({ descriptor: id, message }) =>
          id === null ? message : (findDescriptor(id)?.name ?? id),
        ),
        ...(isOneSubject ? [] : [SAME_SUBJECT]),
      ]
  return {
    descriptors: candidates.flatMap((matches) => {
      const descriptor = findDescriptor(matches.descriptor.id)
      return descriptor === undefined ? [] : [descriptorOf(descriptor, matches, choice)]
    }),
    requirements: evaluation.requirements.map(requirementOf),
    can_submit: satisfied,
    missing: missing.map(textOf),
    missing_phrases: missing.map((one) => messageFields(one).phrase ?? null),
    must_share_whole: candidates.some((one) => mustShareWhole(one, choice)),
    told: toldClaims(candidates, choice),
  }
}

const SAME_SUBJECT = 'credentials that are all about the same subject'

/** An SD-JWT VC tells single claims, but for those that its issuer lets nobody withhold. */
function mustShareWhole({ descriptor, matching }: DescriptorCandidates, choice: Choice): boolean {
  const chosen = findTried(matching, choice.get(descriptor.id))
  if (chosen === undefined || descriptor.constraints.limit_disclosure !== 'required') return false
  return chosen.credential.candidate.disclosure === undefined || othersOf(chosen).length > 0
}

function descriptorOf(
  { id, name, purpose, group = [], constraints }: InputDescriptor,
  { matching, nearest }: DescriptorCandidates,
  choice: Choice,
): z.infer<typeof AskedDescriptor> {
  return {
    id,
    name: name ?? null,
    purpose: purpose ?? null,
    group,
    limit_disclosure: constraints?.limit_disclosure === 'required',
    fields: (constraints?.fields ?? []).map((field) => ({
      id: field.id ?? null,
      name: field.name ?? null,
      purpose: field.purpose ?? null,
      path: field.path[0] ?? '',
      optional: field.optional ?? false,
      intent_to_retain: field.intent_to_retain ?? false,
    })),
    ...answerFacts({ matching, nearest }),
    chosen: choice.get(id) ?? null,
  }
}

/** The credentials that answer an input, or the one that comes nearest. */
export function answerFacts(
  found: Pick<DescriptorCandidates, 'matching' | 'nearest'> | undefined,
): Pick<AskedDescriptor, 'candidates' | 'nearest'> {
  const { matching, nearest } = found ?? { matching: [], nearest: undefined }
  return {
    candidates: matching.map((one) => ({
      credential_id: one.credential.id,
      values: valuesOf(one),
      others: othersOf(one),
    })),
    nearest:
      nearest === undefined
        ? null
        : {
            credential_id: nearest.credential.id,
            check: nearest.failed.check,
            code: nearest.failed.code ?? '',
            ...messageFields(nearest.failed),
            field: failedField(nearest),
            claims: claimsOf(nearest.credential),
          },
  }
}

/** The index of the field that failed, if it was a field. */
function failedField({ evaluation, failed }: NonNullable<DescriptorCandidates['nearest']>): number | null {
  const index = evaluation.fields.findIndex(({ check }) => check === failed)
  return index < 0 ? null : index
}

const SUBJECT = 'credentialSubject'

/** The names of the claims of a credential. */
function claimsOf({ candidate }: CandidateCredential): string[] {
  if (candidate.disclosure !== undefined) {
    return Object.keys(candidate.credential).filter((name) => !ISSUER_CLAIMS.includes(name))
  }
  const names = listOf(memberOf(candidate.credential, SUBJECT)).flatMap((one) =>
    isObject(one) ? Object.keys(one) : [],
  )
  return [...new Set(names)].filter((name) => name !== 'id' && name !== 'type')
}

/** Names of the claims that no field selects and that are sent all the same. */
function othersOf({ credential, evaluation }: TriedCredential): string[] {
  const { disclosure } = credential.candidate
  if (disclosure !== undefined) {
    const asked = evaluation.fields.flatMap(({ location }) => location?.[0] ?? [])
    const withheld = disclosure.disclosed.flatMap((place) => (place.length === 1 ? place : []))
    return claimsOf(credential).filter((name) => !asked.includes(name) && !withheld.includes(name))
  }
  const selected = evaluation.fields.map(({ location }) => {
    const below = location?.slice(location.indexOf(SUBJECT) + 1) ?? []
    return below.find((step) => typeof step === 'string')
  })
  return claimsOf(credential).filter((name) => !selected.includes(name))
}

function valuesOf({ credential, evaluation }: TriedCredential): (string | boolean | null)[] {
  return evaluation.fields.map(({ location }) =>
    location === null ? null : shownValue(valueAt(credential.candidate.raw, location)),
  )
}

function shownValue(value: unknown): string | boolean | null {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH - 1)}…`
}

function requirementOf({ requirement, available, satisfied }: RequirementOutcome): z.infer<typeof AskedRequirement> {
  const { name, rule, from } = requirement
  return { name, rule, from, satisfied, needed: neededOf(requirement, available) }
}

function neededOf({ rule, count, min, max }: RequirementOutcome['requirement'], available: number): string {
  const of = `of ${available}`
  if (rule === 'all') return `${available} ${of}`
  if (count !== null) return `${count} ${of}`
  if (min !== null && max !== null) return `${min} to ${max} ${of}`
  return min === null ? `at most ${max ?? available} ${of}` : `at least ${min} ${of}`
}
