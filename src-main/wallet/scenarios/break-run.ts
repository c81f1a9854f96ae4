import { faultyFieldsError } from '../../../shared/contract/errors.ts'
import type { WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import { isQueryDefinition } from '../../../shared/dcql/query.ts'
import { findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { subjectsOf } from '../../../shared/presentation-exchange/candidate.ts'
import { isObject, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { didKeyOf, newSigningKey } from '../../crypto/signing-key.ts'
import type { DemoIssuers } from '../issuer/demo-issuers.ts'
import { DEMO_ISSUERS } from '../issuer/issuer-keys.ts'
import type { BreakRun } from '../runs/submit.ts'
import type { BrokenRun } from '../runs/definition-answer.ts'
import type { DeliberateFault } from '../presentations/post.ts'
import type { HeldCredential } from '../store/credentials.ts'
import { DELIBERATE_FAULTS } from './deliberate-faults.ts'
import { askedIn } from './claims.ts'
import { findScenario } from './scenario-catalogue.ts'
import { openId4VpFault } from './openid4vp-faults.ts'
import { sdJwtFault } from './sd-jwt-faults.ts'
import { VARIANTS } from './variants.ts'
import type { TrialOrder, VariantContext } from './variants.ts'

const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'] as const

/** Scenarios that need at least two credentials in the presentation. */
const NEEDS_TWO: readonly string[] = ['missing-credential', 'path-to-many']
/** Scenarios that leave something out, which the verifier reports only if it requires all descriptors. */
const NEEDS_ALL: readonly string[] = ['missing-credential', 'missing-entry']

/**
 * Applies a scenario to an open run: changes the presentation, or issues faulty variants of the chosen credentials for this
 * run only (docs/contract/exchange.md, Scenarios).
 */
export function runBreaker(issuers: DemoIssuers, nowMs: () => number): BreakRun {
  return async (id, { run, definition, chosen }) => {
    const scenario = findScenario(id)
    if (scenario === undefined) throw unfit('there is no such scenario')
    if (scenario.needs_own_request) throw unfit('this scenario needs a request of its own; "run all" makes one')
    const answerFault = openId4VpFault(id)
    if (answerFault !== undefined) return brokenAnswer(answerFault, run)
    if (scenario.profile === null) return brokenSdJwt(id, chosen, { issuers, nowMs: nowMs() })
    if (isQueryDefinition(definition)) throw unfit('this scenario answers a presentation definition, not a DCQL query')
    refuseUnfit(id, run, chosen)
    const stranger = didKeyOf(await newSigningKey('Ed25519'))
    const context = { issuers, nowMs: nowMs(), stranger, isAsked: askedIn(definition) }
    const fault = DELIBERATE_FAULTS[id]?.({ nowMs: context.nowMs, stranger, otherDefinitionId: '' }) ?? {}
    if (fault.post !== undefined && run.openid4vp !== null)
      throw unfit('this scenario changes JSON as it is sent, and an answer to OpenID4VP is a form')
    const replaced = await variantsFor(id, chosen, context)
    return { profile: scenario.profile, fault, replaced, sdJwts: new Map() }
  }
}

function brokenAnswer(fault: DeliberateFault, { openid4vp }: WalletRun): BrokenRun {
  if (openid4vp === null)
    throw unfit('this scenario changes an answer to OpenID4VP, and this request came by a deep link')
  return { profile: null, fault, replaced: new Map(), sdJwts: new Map() }
}

/** Changes the presentation of the first SD-JWT VC. */
async function brokenSdJwt(
  id: string,
  chosen: readonly HeldCredential[],
  context: Pick<VariantContext, 'issuers' | 'nowMs'>,
): Promise<BrokenRun> {
  const held = chosen.find(({ candidate }) => candidate.disclosure?.isBound === true)
  if (held === undefined) throw unfit('this scenario changes an SD-JWT VC that is bound to a key, and none was chosen')
  const fault = await sdJwtFault(id, { ...context, raw: String(held.raw) })
  if (fault === undefined) throw unfit('the SD-JWT VC that was chosen is of no demo issuer, which could sign it again')
  return { profile: null, fault: {}, replaced: new Map(), sdJwts: new Map([[held.id, fault]]) }
}

function refuseUnfit(id: string, { requirements }: WalletRun, chosen: readonly HeldCredential[]): void {
  if (chosen.some(({ candidate }) => candidate.disclosure !== undefined)) {
    throw unfit('this scenario changes a W3C presentation, and an SD-JWT VC is presented without one')
  }
  if (NEEDS_TWO.includes(id) && chosen.length < 2) throw unfit('this scenario needs two credentials in one answer')
  if (NEEDS_ALL.includes(id) && requirements.some(({ rule }) => rule !== 'all')) {
    throw unfit('this scenario needs a definition that asks for all of its inputs')
  }
}

/** Issues a variant of the first credential that can have one, or of all credentials for a borrowed holder. */
async function variantsFor(
  id: string,
  chosen: readonly HeldCredential[],
  context: VariantContext,
): Promise<ReadonlyMap<string, unknown>> {
  const variant = VARIANTS[id]
  const replaced = new Map<string, unknown>()
  if (variant === undefined) return replaced
  for (const held of chosen) {
    const order = await trialOrderFor(held, context.issuers)
    const raw = order && (await variant(order, context))
    if (raw !== undefined) replaced.set(held.id, raw)
    if (replaced.size > 0 && id !== 'borrowed-holder') break
  }
  const needed = id === 'borrowed-holder' ? chosen.length : 1
  if (replaced.size < needed) throw unfit('none of the credentials chosen can be issued again in this way')
  return replaced
}

/** The order to issue a held credential again; undefined if the demo issuers do not have its schema. */
async function trialOrderFor(
  { candidate, raw }: HeldCredential,
  issuers: DemoIssuers,
): Promise<TrialOrder | undefined> {
  const { credential, algorithms } = candidate
  const format = candidate.format === 'jwt_vc' ? 'jwt_vc' : 'ldp_vc' // an SD-JWT VC was refused
  const schema = textOf(memberOf(memberOf(credential, 'credentialSchema'), 'id')) ?? ''
  const [subject] = subjectsOf(credential)
  const did = textOf(memberOf(subject?.value, 'id'))
  if (findDemoSchema(schema) === undefined || !isObject(subject?.value) || did === undefined) return undefined
  const { id: _id, type: _type, ...values } = subject.value
  const algorithm = ALGORITHMS.find((known) => algorithms.includes(known)) ?? 'EdDSA'
  const issuer_id = await issuerIdOf(credential, algorithm, issuers)
  return { issuer_id, schema, format, algorithm, values, subject: did, held: raw }
}

/** The demo issuer of a credential, else the trusted one. */
async function issuerIdOf(
  credential: JsonObject,
  algorithm: (typeof ALGORITHMS)[number],
  issuers: DemoIssuers,
): Promise<string> {
  const issuer = memberOf(credential, 'issuer')
  const did = textOf(issuer) ?? textOf(memberOf(issuer, 'id'))
  for (const { id } of DEMO_ISSUERS) if ((await issuers.keyOf(id, algorithm)).did === did) return id
  return DEMO_ISSUERS[0].id
}

function unfit(rule: string): Error {
  return faultyFieldsError([{ path: 'scenario', code: 'invalid_params', rule }])
}
