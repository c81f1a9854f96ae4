import { DEMO_CONTEXT, DEMO_CONTEXT_URL, findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { buildCredential, signCredential } from '../issuer/credential-document.ts'
import type { CredentialOrder } from '../issuer/credential-document.ts'
import type { DemoIssuers } from '../issuer/demo-issuers.ts'
import type { IssueOrder } from '../issuer/issue-order.ts'
import type { IssuerKey } from '../issuer/issuer-keys.ts'
import { changedClaim, exchangeableNames, wrongClaim } from './claims.ts'
import { hideClaim, hideExpiry, hideSchema, hideStatus, hideSubject } from './disguises.ts'

/** A credential to issue for a trial: into no wallet and no list. */
export interface TrialOrder {
  readonly issuer_id: string
  /** URL of a demo schema. */
  readonly schema: string
  readonly format: IssueOrder['format']
  readonly algorithm: IssueOrder['algorithm']
  readonly values: JsonObject
  readonly subject: string
  /** The credential it stands for, where somebody holds one. */
  readonly held?: unknown
}

export interface VariantSurroundings {
  readonly issuers: DemoIssuers
  readonly nowMs: number
  /** DID of somebody who is neither the holder nor an issuer. */
  readonly stranger: string
  /** Whether the definition asks for this claim: then it stays as it is. */
  readonly isAsked: (claim: string) => boolean
}

/** Issues a credential with one thing wrong; undefined when this credential cannot have it. */
type MakeVariant = (order: TrialOrder, surroundings: VariantSurroundings) => Promise<unknown>

const DAY_MS = 86_400_000
/** Known to who signs, and to nobody who verifies. */
const UNREGISTERED_CONTEXT = 'https://contexts.vaultbench.example/not-registered/v1'
const UNHELD_LIST = 'https://status.vaultbench.example/nobody/revocation'

/** A credential in order. */
export async function issueHonest(
  order: TrialOrder,
  { issuers }: Pick<VariantSurroundings, 'issuers'>,
): Promise<unknown> {
  return (await issuers.issueWithoutWallet(issueOrder(order))).raw
}

/** By scenario (docs/contract/wallet.md, Scenarios): each with the smallest change that its sentence describes. */
export const VARIANTS: Readonly<Record<string, MakeVariant>> = {
  'tampered-claim': async (order, surroundings) => {
    const changed = changedClaim(order, surroundings.isAsked)
    return changed && tampered(order.held ?? (await issueHonest(order, surroundings)), changed)
  },
  'wrong-key-type': (order, surroundings) =>
    resigned({ ...order, format: 'jwt_vc', algorithm: 'ES256' }, surroundings, { header: { alg: 'ES256K' } }),
  'wrong-holder': (order, surroundings) => issueHonest({ ...order, subject: surroundings.stranger }, surroundings),
  'borrowed-holder': (order, surroundings) => issueHonest({ ...order, subject: surroundings.stranger }, surroundings),
  'wrong-issuer-key': async (order, surroundings) => {
    const other = order.issuer_id === 'pop-up-issuer' ? 'harbour-registry' : 'pop-up-issuer'
    const by = await surroundings.issuers.keyOf(other, 'EdDSA')
    return resigned({ ...order, format: 'ldp_vc' }, surroundings, { signer: by })
  },
  // Without a status: its list would come from the same issuer, who is not trusted with that either.
  'unknown-issuer': async (order, { issuers }) => {
    const untrusted = { ...issueOrder({ ...order, issuer_id: 'pop-up-issuer' }), with_status: false }
    return (await issuers.issueWithoutWallet(untrusted)).raw
  },
  expired: issueEnded,
  'not-yet-valid': (order, surroundings) => issueDated(order, surroundings, { issued: DAY_MS, expires: 30 * DAY_MS }),
  revoked: (order, surroundings) => issueWithStatus(order, surroundings, 'revoked'),
  suspended: (order, surroundings) => issueWithStatus(order, surroundings, 'suspended'),
  'status-unknown': (order, surroundings) =>
    resigned(order, surroundings, {
      credentialStatus: [
        {
          id: `${UNHELD_LIST}#1`,
          type: 'StatusList2021Entry',
          statusPurpose: 'revocation',
          statusListIndex: '1',
          statusListCredential: UNHELD_LIST,
        },
      ],
    }),
  'schema-violation': issueViolating,
  'undefined-member': async (order, surroundings) => ({
    ...(await asLinkedData(order, surroundings)),
    memberOfNoContext: 'not covered by the proof',
  }),
  'unknown-context': (order, surroundings) =>
    resigned({ ...order, format: 'ldp_vc' }, surroundings, {
      change: (document) => ({
        ...document,
        '@context': [...listOf(memberOf(document, '@context')), UNREGISTERED_CONTEXT],
      }),
    }),
  'inline-context': async (order, surroundings) => {
    const names = exchangeableNames(order, surroundings.isAsked)
    if (names === undefined) return undefined
    const raw = await asLinkedData(order, surroundings)
    const context = listOf(raw['@context']).map((part) => (part === DEMO_CONTEXT_URL ? exchanged(names) : part))
    return { ...raw, '@context': context, credentialSubject: renamed(raw['credentialSubject'], names) }
  },
  'hidden-expiry': async (order, surroundings) =>
    hideExpiry(asObject(await issueEnded(linkedData(order), surroundings))),
  'hidden-subject': async (order, surroundings) =>
    hideSubject(asObject(await issueHonest(linkedData({ ...order, subject: surroundings.stranger }), surroundings))),
  'hidden-status': async (order, surroundings) =>
    hideStatus(asObject(await issueWithStatus(linkedData(order), surroundings, 'revoked'))),
  'hidden-schema': async (order, surroundings) => {
    const raw = await issueViolating(linkedData(order), surroundings)
    return raw && hideSchema(asObject(raw))
  },
  'hidden-claim': async (order, surroundings) => {
    const asked = Object.keys(order.values).find(surroundings.isAsked)
    return asked && hideClaim(await asLinkedData(order, surroundings), asked)
  },
}

/** Only linked data can be written in another way: the proof of a JWT covers its bytes. */
function linkedData(order: TrialOrder): TrialOrder {
  return { ...order, format: 'ldp_vc' }
}

function issueOrder(order: TrialOrder): IssueOrder & { readonly subject: string } {
  const { held: _held, ...members } = order
  return { ...members, issued_at: null, expires_at: null, with_status: true, issue_anyway: false }
}

async function issueDated(
  order: TrialOrder,
  { issuers, nowMs }: VariantSurroundings,
  from: { readonly issued: number; readonly expires: number },
): Promise<unknown> {
  const issued_at = new Date(nowMs + from.issued).toISOString()
  const expires_at = new Date(nowMs + from.expires).toISOString()
  return (await issuers.issueWithoutWallet({ ...issueOrder(order), issued_at, expires_at })).raw
}

function issueEnded(order: TrialOrder, surroundings: VariantSurroundings): Promise<unknown> {
  return issueDated(order, surroundings, { issued: -30 * DAY_MS, expires: -DAY_MS })
}

/** Undefined when the definition asks for every claim. */
async function issueViolating(order: TrialOrder, { issuers, isAsked }: VariantSurroundings): Promise<unknown> {
  const wrong = wrongClaim(order, isAsked)
  if (wrong === undefined) return undefined
  const values = { ...order.values, ...wrong }
  return (await issuers.issueWithoutWallet({ ...issueOrder({ ...order, values }), issue_anyway: true })).raw
}

async function issueWithStatus(order: TrialOrder, { issuers }: VariantSurroundings, status: 'revoked' | 'suspended') {
  const { issued, raw } = await issuers.issueWithoutWallet(issueOrder(order))
  await issuers.changeStatus(issued.id, status)
  return raw
}

interface Resigning {
  /** Who signs in the name of the issuer. */
  readonly signer?: IssuerKey
  readonly header?: JsonObject
  readonly credentialStatus?: readonly JsonObject[]
  readonly change?: (document: JsonObject) => JsonObject
}

/** Builds and signs from parts what no issuer would issue. */
async function resigned(
  order: TrialOrder,
  { issuers, nowMs }: VariantSurroundings,
  { signer, header, credentialStatus, change = (document) => document }: Resigning,
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
    contexts: knowing(issuers.contexts),
    ...(header && { header }),
  })
}

/** The context of {@link UNREGISTERED_CONTEXT}, for those who sign with it. */
export function knowing(contexts: DemoIssuers['contexts']): DemoIssuers['contexts'] {
  return (url) => (url === UNREGISTERED_CONTEXT ? { '@context': {} } : contexts(url))
}

/** A credential as linked data: the one that is held, where it is one. The proof of a JWT covers whatever is in it. */
async function asLinkedData({ held, ...order }: TrialOrder, surroundings: VariantSurroundings): Promise<JsonObject> {
  return isObject(held) ? held : asObject(await issueHonest(linkedData(order), surroundings))
}

/** Changes claims and leaves the signature as it was. */
function tampered(raw: unknown, values: JsonObject): unknown {
  if (typeof raw !== 'string') return withSubject(raw, values)
  const [header = '', payload = '', signature = ''] = raw.split('.')
  const claims = asObject(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  const changed = { ...claims, vc: withSubject(claims['vc'], values) }
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}

/** The demo context, in the document itself, with the meaning of two terms exchanged. */
function exchanged([one, other]: readonly [string, string]): JsonObject {
  const terms = asObject(memberOf(DEMO_CONTEXT, '@context'))
  return { ...terms, [one]: terms[other], [other]: terms[one] }
}

/** The same statements under the names exchanged; a name that had no value leaves none behind. */
function renamed(subject: unknown, [one, other]: readonly [string, string]): JsonObject {
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
