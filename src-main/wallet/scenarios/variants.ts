import { DEMO_CONTEXT, DEMO_CONTEXT_URL, findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { buildCredential, signCredential } from '../issuer/credential-document.ts'
import type { CredentialOrder, CredentialSigning } from '../issuer/credential-document.ts'
import type { DemoIssuers } from '../issuer/demo-issuers.ts'
import type { IssueOrder } from '../issuer/issue-order.ts'
import type { IssuerKey } from '../issuer/issuer-keys.ts'
import { LIST_BYTES, statusListDocument } from '../issuer/status-lists.ts'
import { changedClaim, swappableNames, wrongClaim } from './claims.ts'
import { hideClaim, hideExpiry, hideSchema, hideStatus, hideSubject, inSubject } from './disguises.ts'

/** A credential to issue for a trial: into no wallet and no list. */
export interface TrialOrder extends Pick<IssueOrder, 'issuer_id' | 'schema' | 'algorithm'> {
  readonly format: 'ldp_vc' | 'jwt_vc'
  readonly values: JsonObject
  readonly subject: string
  /** The original credential, if it is held in a wallet. */
  readonly held?: unknown
}

export interface VariantContext {
  readonly issuers: DemoIssuers
  readonly nowMs: number
  /** The DID of a third party. */
  readonly stranger: string
  /** Whether the definition asks for this claim, so that variants must not change it. */
  readonly isAsked: (claim: string) => boolean
}

/** Issues a credential with one fault; undefined if this credential cannot have the fault. */
type MakeVariant = (order: TrialOrder, context: VariantContext) => Promise<unknown>

const DAY_MS = 86_400_000
/** A context that only the signer knows. */
const UNREGISTERED_CONTEXT = 'https://contexts.vaultbench.example/not-registered/v1'
/** A context that defines the prefix `schema:`, but none of the terms in demo credentials. */
const ODRL_CONTEXT = 'https://www.w3.org/ns/odrl.jsonld'
const UNKNOWN_SCHEMA = 'https://schemas.vaultbench.example/nobody/1.0.0'
const LONG_AGO = '2020-01-01T00:00:00Z'
const UNREGISTERED_LIST = 'https://status.vaultbench.example/nobody/revocation'
/** The URL of the faulty status lists, of which each replaces the one before. */
const TRIAL_LIST = 'https://status.vaultbench.example/scenarios/1'
const ENTRIES_PER_BYTE = 8

const LINKED_DATA = { format: 'ldp_vc' } as const
const JWT = { format: 'jwt_vc', held: undefined } as const

/** Issues a credential without a fault. */
export async function issueHonest(order: TrialOrder, { issuers }: Pick<VariantContext, 'issuers'>): Promise<unknown> {
  return (await issuers.issueWithoutWallet(issueOrder(order))).raw
}

const ISSUED: Readonly<Record<string, MakeVariant>> = {
  'tampered-claim': async (order, context) => {
    const changed = changedClaim(order, context.isAsked)
    return changed && withTamperedClaims(order.held ?? (await issueHonest(order, context)), changed)
  },
  'wrong-key-type': signedWith({ header: { alg: 'ES256K' } }, { format: 'jwt_vc', algorithm: 'ES256' }),
  'wrong-holder': (order, context) => issueHonest({ ...order, subject: context.stranger }, context),
  'borrowed-holder': (order, context) => issueHonest({ ...order, subject: context.stranger }, context),
  'wrong-issuer-key': async (order, context) =>
    buildAndSign(linkedData(order), context, { signer: await otherIssuer(order, context) }),
  // Without a status, whose list would be from the same untrusted issuer.
  'unknown-issuer': async (order, { issuers }) => {
    const untrusted = { ...issueOrder({ ...order, issuer_id: 'pop-up-issuer' }), with_status: false }
    return (await issuers.issueWithoutWallet(untrusted)).raw
  },
  expired: issueExpired,
  'not-yet-valid': (order, context) => issueDated(order, context, { issued: DAY_MS, expires: 30 * DAY_MS }),
  revoked: (order, context) => issueWithStatus(order, context, 'revoked'),
  suspended: (order, context) => issueWithStatus(order, context, 'suspended'),
  'status-unknown': signedWith({ credentialStatus: [entryIn(UNREGISTERED_LIST)] }),
  'status-forged': withStatusList({ isForged: true }),
  'status-ended': withStatusList({ members: { expirationDate: LONG_AGO } }),
  'status-too-short': withStatusList({ bytes: LIST_BYTES / 2 }),
  'status-other-purpose': withStatusList({ purpose: 'suspension' }),
  'status-out-of-range': withStatusList({ entry: { statusListIndex: String(LIST_BYTES * ENTRIES_PER_BYTE) } }),
  'status-odd-purpose': withStatusList({ entry: { statusPurpose: 'refresh' } }),
  'schema-violation': issueViolating,
  'undefined-member': async (order, context) => ({
    ...(await asLinkedData(order, context)),
    memberOfNoContext: 'not covered by the proof',
  }),
  'unknown-context': signedWith({ change: (document) => addContext(document, UNREGISTERED_CONTEXT) }, LINKED_DATA),
  'two-names': async (order, context) => {
    const { '@context': contexts, ...raw } = asObject(await buildAndSign(linkedData(order), context, {}))
    const [first, ...others] = listOf(contexts)
    const { name, ...subject } = asObject(raw['credentialSubject'])
    // The context goes before the demo context, whose terms are protected.
    const added = [first, ODRL_CONTEXT, ...others]
    return { '@context': added, ...raw, credentialSubject: { ...subject, 'schema:name': name } }
  },
  'listed-value': async (order, context) =>
    inSubject(await asLinkedData(order, context), (subject) => {
      const listed = Object.entries(subject).map(([name, value]) => [name, context.isAsked(name) ? [value] : value])
      return Object.fromEntries(listed) as JsonObject // of JSON values
    }),
  'inline-context': async (order, context) => {
    const names = swappableNames(order, context.isAsked)
    if (names === undefined) return undefined
    const raw = await asLinkedData(order, context)
    const contexts = listOf(raw['@context']).map((part) =>
      part === DEMO_CONTEXT_URL ? contextWithSwappedTerms(names) : part,
    )
    return { ...raw, '@context': contexts, credentialSubject: withSwappedNames(raw['credentialSubject'], names) }
  },
  'hidden-expiry': async (order, context) => hideExpiry(asObject(await issueExpired(linkedData(order), context))),
  'hidden-subject': async (order, context) =>
    hideSubject(asObject(await issueHonest(linkedData({ ...order, subject: context.stranger }), context))),
  'hidden-status': async (order, context) =>
    hideStatus(asObject(await issueWithStatus(linkedData(order), context, 'revoked'))),
  'hidden-schema': async (order, context) => {
    const raw = await issueViolating(linkedData(order), context)
    return raw && hideSchema(asObject(raw))
  },
  'hidden-claim': async (order, context) => {
    const asked = Object.keys(order.values).find(context.isAsked)
    return asked && hideClaim(await asLinkedData(order, context), asked)
  },
  'unsigned-credential': async (order, context) => withoutProof(await asLinkedData(order, context)),
  'proof-purpose': signedWith({ proof: { proofPurpose: 'authentication' } }, LINKED_DATA),
  'credential-proof-expired': signedWith({ proof: { expires: LONG_AGO } }, LINKED_DATA),
  'proof-from-the-future': (order, context) => {
    const created = new Date(context.nowMs + DAY_MS).toISOString()
    return buildAndSign(linkedData(order), context, { proof: { created } })
  },
  'proof-set': issueSignedTwice,
  'broken-proof-set': async (order, context) => {
    const raw = await issueSignedTwice(order, context)
    const [first, second] = listOf(raw['proof'])
    return { ...raw, proof: [first, { ...asObject(second), created: LONG_AGO }] }
  },
  bearer: signedWith({ change: (document) => inSubject(document, ({ id: _id, ...subject }) => subject) }),
  undated: signedWith({ change: ({ issuanceDate: _date, ...document }) => document }),
  'unknown-schema': signedWith({
    change: (document) => ({
      ...document,
      credentialSchema: { id: UNKNOWN_SCHEMA, type: 'JsonSchemaValidator2018' },
    }),
  }),
  'is-holder': issueAboutTwoSubjects,
  'same-subject': issueAboutTwoSubjects,
  'jwt-credential-alg-none': signedWith({ header: { alg: 'none' } }, JWT),
  'jwt-wrong-issuer-key': async (order, context) =>
    buildAndSign({ ...order, ...JWT, algorithm: 'EdDSA' }, context, {
      signer: await otherIssuer(order, context),
    }),
  'jwt-two-ends': signedWith(
    { claims: ({ vc, ...claims }) => ({ ...claims, vc: { ...asObject(vc), expirationDate: LONG_AGO } }) },
    JWT,
  ),
}

/** Scenarios that also exist for JWTs, with the same fault. */
const ALSO_AS_JWT = ['tampered-claim', 'wrong-holder', 'expired', 'not-yet-valid', 'revoked']

/** The variants by scenario, each with only the fault of its scenario (docs/contract/exchange.md, Scenarios). */
export const VARIANTS: Readonly<Record<string, MakeVariant>> = {
  ...ISSUED,
  ...Object.fromEntries(ALSO_AS_JWT.map((id) => [`jwt-${id}`, jwtVariant(id)])),
}

function jwtVariant(id: string): MakeVariant {
  return async (order, context) => ISSUED[id]?.({ ...order, ...JWT }, context)
}

/** Orders linked data, which can be rewritten without breaking its signature. The signature of a JWT covers its bytes. */
function linkedData(order: TrialOrder): TrialOrder {
  return { ...order, ...LINKED_DATA }
}

function issueOrder(order: TrialOrder): IssueOrder & { readonly subject: string } {
  const { held: _held, ...members } = order
  return { ...members, issued_at: null, expires_at: null, with_status: true, issue_anyway: false }
}

async function issueDated(
  order: TrialOrder,
  { issuers, nowMs }: VariantContext,
  from: { readonly issued: number; readonly expires: number },
): Promise<unknown> {
  const issued_at = new Date(nowMs + from.issued).toISOString()
  const expires_at = new Date(nowMs + from.expires).toISOString()
  return (await issuers.issueWithoutWallet({ ...issueOrder(order), issued_at, expires_at })).raw
}

function issueExpired(order: TrialOrder, context: VariantContext): Promise<unknown> {
  return issueDated(order, context, { issued: -30 * DAY_MS, expires: -DAY_MS })
}

/** Issues a credential that violates its schema; undefined if the definition asks for all claims. */
async function issueViolating(order: TrialOrder, { issuers, isAsked }: VariantContext): Promise<unknown> {
  const wrong = wrongClaim(order, isAsked)
  if (wrong === undefined) return undefined
  const values = { ...order.values, ...wrong }
  return (await issuers.issueWithoutWallet({ ...issueOrder({ ...order, values }), issue_anyway: true })).raw
}

async function issueWithStatus(order: TrialOrder, { issuers }: VariantContext, status: 'revoked' | 'suspended') {
  const { issued, raw } = await issuers.issueWithoutWallet(issueOrder(order))
  await issuers.changeStatus(issued.id, status)
  return raw
}

interface SigningChanges extends Pick<CredentialSigning, 'header' | 'claims' | 'proof'> {
  /** Another key than that of the issuer. */
  readonly signer?: IssuerKey
  readonly credentialStatus?: readonly JsonObject[]
  readonly change?: (document: JsonObject) => JsonObject
}

/** @param overrides members of every order to replace */
function signedWith(changes: SigningChanges, overrides: Partial<TrialOrder> = {}): MakeVariant {
  return (order, context) => buildAndSign({ ...order, ...overrides }, context, changes)
}

/** Builds and signs a credential that no issuer would issue. */
async function buildAndSign(
  order: TrialOrder,
  { issuers, nowMs }: VariantContext,
  { signer, credentialStatus, change = (document) => document, ...signing }: SigningChanges,
): Promise<unknown> {
  const schema = findDemoSchema(order.schema)
  if (schema === undefined) return undefined
  const { format, subject, values } = order
  const issuer = await issuers.keyOf(order.issuer_id, format === 'ldp_vc' ? 'EdDSA' : order.algorithm)
  const document: CredentialOrder = {
    id: `urn:uuid:${crypto.randomUUID()}`,
    schema,
    subject,
    values,
    issuanceDate: issuers.now(),
    expirationDate: new Date(nowMs + 365 * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z'),
    credentialStatus: credentialStatus ?? (await issuers.statusEntries(issuer)).entries,
  }
  return signCredential(change(buildCredential(document, issuer)), {
    by: signer ?? issuer,
    format,
    created: issuers.now(),
    contexts: withUnregisteredContext(issuers.contexts),
    ...signing,
  })
}

/** Adds {@link UNREGISTERED_CONTEXT} to the contexts of a signer. */
export function withUnregisteredContext(contexts: DemoIssuers['contexts']): DemoIssuers['contexts'] {
  return (url) => (url === UNREGISTERED_CONTEXT ? { '@context': {} } : contexts(url))
}

function otherIssuer({ issuer_id }: TrialOrder, { issuers }: VariantContext): Promise<IssuerKey> {
  return issuers.keyOf(issuer_id === 'pop-up-issuer' ? 'harbour-registry' : 'pop-up-issuer', 'EdDSA')
}

function entryIn(statusListCredential: string): JsonObject {
  const entry = { type: 'StatusList2021Entry', statusPurpose: 'revocation', statusListIndex: '1' }
  return { id: `${statusListCredential}#1`, ...entry, statusListCredential }
}

/** A fault of a status list, or of an entry in one. */
interface StatusListFault {
  /** Whether another issuer signs the list. */
  readonly isForged?: boolean
  readonly purpose?: 'revocation' | 'suspension'
  readonly bytes?: number
  /** Additional members of the list. */
  readonly members?: JsonObject
  readonly entry?: JsonObject
}

/** Publishes a faulty status list and issues a credential with an entry in it. */
function withStatusList({
  isForged,
  purpose = 'revocation',
  bytes = LIST_BYTES,
  members,
  entry,
}: StatusListFault): MakeVariant {
  return async (order, context) => {
    const { issuers } = context
    const issuer = await issuers.keyOf(order.issuer_id, order.format === 'ldp_vc' ? 'EdDSA' : order.algorithm)
    const at = issuers.now()
    const list = statusListDocument(issuer, { id: TRIAL_LIST, purpose, bits: new Uint8Array(bytes), at })
    const by = isForged ? await otherIssuer(order, context) : issuer
    const format = by.algorithm === 'EdDSA' ? 'ldp_vc' : 'jwt_vc'
    const { contexts } = issuers
    const credential = await signCredential({ ...list, ...members }, { by, format, created: at, contexts })
    issuers.publishStatusList(TRIAL_LIST, credential, at)
    return buildAndSign(order, context, { credentialStatus: [{ ...entryIn(TRIAL_LIST), ...entry }] })
  }
}

/** Issues a credential with two proofs of its issuer, the second one dated the day before. */
async function issueSignedTwice(order: TrialOrder, context: VariantContext): Promise<JsonObject> {
  const { issuers, nowMs } = context
  const raw = asObject(await issueHonest(linkedData(order), context))
  const by = await issuers.keyOf(order.issuer_id, 'EdDSA')
  const created = new Date(nowMs - DAY_MS).toISOString()
  const signing = { ...LINKED_DATA, by, created, contexts: issuers.contexts }
  const second = asObject(await signCredential(withoutProof(raw), signing))
  return { ...raw, proof: [raw['proof'], second['proof']] }
}

/**
 * Issues a credential about two subjects: the holder, and a third party with the claims. It has no schema, because both
 * subjects would have to conform to it.
 */
function issueAboutTwoSubjects(order: TrialOrder, context: VariantContext): Promise<unknown> {
  return buildAndSign(order, context, {
    change: ({ credentialSchema: _schema, ...document }) => {
      const subject = asObject(document['credentialSubject'])
      const subjects = [
        { id: subject['id'], type: 'Person' },
        { ...subject, id: context.stranger },
      ]
      return { ...document, credentialSubject: subjects }
    },
  })
}

/** Appends a context to a document. */
export function addContext(document: JsonObject, context: string): JsonObject {
  return { ...document, '@context': [...listOf(document['@context']), context] }
}

function withoutProof({ proof: _proof, ...document }: JsonObject): JsonObject {
  return document
}

/** The held credential if it is linked data, else a new one. */
async function asLinkedData({ held, ...order }: TrialOrder, context: VariantContext): Promise<JsonObject> {
  return isObject(held) ? held : asObject(await issueHonest(linkedData(order), context))
}

/** Changes claims, but not the signature. */
function withTamperedClaims(raw: unknown, values: JsonObject): unknown {
  if (typeof raw !== 'string') return withSubject(raw, values)
  return withPayload(raw, (claims) => ({ ...claims, vc: withSubject(claims['vc'], values) }))
}

/** Changes the claims of a JWT, but not its signature. */
export function withPayload(jwt: string, change: (claims: JsonObject) => JsonObject): string {
  const [header = '', payload = '', signature = ''] = jwt.split('.')
  const claims = asObject(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  return [header, Buffer.from(JSON.stringify(change(claims))).toString('base64url'), signature].join('.')
}

/** The demo context as an inline context that swaps two terms. */
function contextWithSwappedTerms([one, other]: readonly [string, string]): JsonObject {
  const terms = asObject(memberOf(DEMO_CONTEXT, '@context'))
  return { ...terms, [one]: terms[other], [other]: terms[one] }
}

/** Makes the same statements with swapped terms. */
function withSwappedNames(subject: unknown, [one, other]: readonly [string, string]): JsonObject {
  return Object.fromEntries(
    Object.entries(asObject(subject)).map(([name, value]) => [
      name === one ? other : name === other ? one : name,
      value,
    ]),
  )
}

function withSubject(raw: unknown, values: JsonObject): JsonObject {
  const document = asObject(raw)
  return { ...document, credentialSubject: { ...asObject(memberOf(document, 'credentialSubject')), ...values } }
}

function asObject(value: unknown): JsonObject {
  if (isObject(value)) return value
  throw new Error('a credential as linked data is an object')
}
