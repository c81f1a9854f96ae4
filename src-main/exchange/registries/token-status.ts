import { compareMoments, isNumericDate, readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import { isObject, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { hasUnsupportedMembers, isJwsValid } from '../proofs/jws.ts'
import type { Jwt } from '../proofs/jwt.ts'
import { ProofFault } from '../proofs/proof-fault.ts'
import { issuerKeyOf } from '../proofs/issuer-key.ts'
import type { IssuerKey, IssuerKeyContext } from '../proofs/issuer-key.ts'
import type { CredentialStatus, StatusContext } from './credential-status.ts'
import type { HeldStatusList } from './registry.ts'
import { listNotHeld, listTooOld, StatusFault } from './status-list.ts'
import { STOP_MESSAGES } from './stop-code.ts'
import { hasListType, heldTokenList, tokenBits, tokenStatusAt } from './token-list.ts'
import { asPhrase, phrase } from '../../../shared/phrase.ts'
import type { Message } from '../../../shared/phrase.ts'

/** What the status of an SD-JWT VC is looked up in. One object for each verification: it opens each list once. */
export interface TokenStatusContext extends IssuerKeyContext, Pick<StatusContext, 'statusLists' | 'stopped'> {}

/** Who issued the credential, by its verified key. */
export interface TokenIssuer {
  readonly did: string
  readonly authorities: IssuerKey['authorities']
}

const LOCATION: Location = ['status', 'status_list']

/**
 * What is wrong with the form of `status` (Token Status List, 6.1 and 6.2): `status_malformed`. Undefined when nothing is,
 * and without any.
 */
export function tokenStatusShapeFault(
  claims: JsonObject,
): { readonly location: Location; readonly message: Message } | undefined {
  if (!Object.hasOwn(claims, 'status')) return undefined
  const { status } = claims
  if (!isObject(status) || Object.keys(status).length === 0) {
    return { location: ['status'], message: 'status must be an object that says where the status is found' }
  }
  if (!Object.hasOwn(status, 'status_list')) return undefined
  const entry = status['status_list']
  if (!isObject(entry)) return { location: LOCATION, message: 'status_list must be an object with idx and uri' }
  if (indexIn(entry) === undefined) {
    return { location: [...LOCATION, 'idx'], message: 'idx must be a whole number that is not below zero' }
  }
  if (uriIn(entry) === undefined) return { location: [...LOCATION, 'uri'], message: 'uri must be the URL of a list' }
  return undefined
}

function indexIn(entry: JsonObject): number | undefined {
  const index = memberOf(entry, 'idx')
  return Number.isSafeInteger(index) && (index as number) >= 0 ? (index as number) : undefined
}

function uriIn(entry: JsonObject): string | undefined {
  const uri = textOf(memberOf(entry, 'uri'))
  return uri !== undefined && URL.canParse(uri) ? uri : undefined
}

/**
 * Reads the status of an SD-JWT VC from the token status list that it names (docs/contract/exchange.md, Registries: status
 * lists). A credential without `status` is neither revoked nor suspended.
 *
 * @param claims the processed payload
 */
export function readTokenStatus(
  claims: JsonObject,
  issuer: TokenIssuer,
  context: TokenStatusContext,
): CredentialStatus {
  try {
    return Object.hasOwn(claims, 'status') ? statusIn(claims, issuer, context) : ACTIVE
  } catch (fault) {
    if (!(fault instanceof StatusFault)) throw fault
    const finding = { code: fault.code, location: LOCATION, message: fault.phrase ?? fault.message }
    return { ...ACTIVE, known: false, findings: [finding] }
  }
}

const ACTIVE: CredentialStatus = { known: true, revoked: false, suspended: false, messages: [], findings: [] }

/** Status types (Token Status List, 7.1); 3 and 11 to 15 mean what an application says, all others nothing yet. */
const VALID = 0
const INVALID = 1
const SUSPENDED = 2
const OF_APPLICATIONS: readonly number[] = [3, 11, 12, 13, 14, 15]

function statusIn(claims: JsonObject, issuer: TokenIssuer, context: TokenStatusContext): CredentialStatus {
  const entry = memberOf(claims['status'], 'status_list')
  if (!isObject(entry)) throw new StatusFault('status_type_unsupported', 'only a status_list is supported as status')
  const [index, uri] = [indexIn(entry), uriIn(entry)]
  if (uri === undefined) throw new StatusFault('status_unavailable', 'the status entry names no list')
  if (index === undefined) throw new StatusFault('status_index_out_of_range', 'the status entry has no usable index')
  const stop = context.stopped()
  if (stop !== undefined) throw new StatusFault(stop, STOP_MESSAGES[stop])
  const held = context.statusLists.find(uri)
  if (held === undefined) throw listNotHeld(uri)
  const list = openList(held, issuer, context)
  requireCurrent(list, { uri, held, now: context.now })
  const value = tokenStatusAt(bitsOf(list), index)
  if (value === undefined) {
    throw new StatusFault('status_index_out_of_range', 'the list has no entry with this index')
  }
  return outcomeOf(value)
}

function outcomeOf(value: number): CredentialStatus {
  if (value === VALID) return ACTIVE
  if (OF_APPLICATIONS.includes(value)) return { ...ACTIVE, messages: [value] }
  if (value !== INVALID && value !== SUSPENDED) {
    throw new StatusFault('status_type_unsupported', phrase`the list has the status ${value}, which has no meaning`)
  }
  const isRevoked = value === INVALID
  const word = asPhrase(isRevoked ? 'revoked' : 'suspended')
  const code = isRevoked ? 'credential_revoked' : 'credential_suspended'
  return {
    ...ACTIVE,
    revoked: isRevoked,
    suspended: !isRevoked,
    findings: [{ code, location: LOCATION, message: phrase`the issuer has ${word} the credential` }],
  }
}

/* The list --------------------------------------------------------------------------------------------------------- */

type Opened = { readonly by: string } & ({ readonly list: Jwt } | { readonly fault: StatusFault })

const openedIn = new WeakMap<TokenStatusContext, Map<HeldStatusList, Opened>>()

/** @throws {StatusFault} `status_list_invalid` */
function openList(held: HeldStatusList, issuer: TokenIssuer, context: TokenStatusContext): Jwt {
  const opened = openedIn.get(context) ?? new Map<HeldStatusList, Opened>()
  openedIn.set(context, opened)
  const by = JSON.stringify([issuer.did, issuer.authorities[0]])
  const known = opened.get(held)
  const result = known?.by === by ? known : { by, ...openedBy(held, issuer, context) }
  opened.set(held, result)
  if ('fault' in result) throw result.fault
  return result.list
}

function openedBy(held: HeldStatusList, issuer: TokenIssuer, context: TokenStatusContext) {
  try {
    const list = readList(held)
    verify(list, issuer, context)
    return { list }
  } catch (fault) {
    if (fault instanceof StatusFault) return { fault }
    throw fault
  }
}

function readList(held: HeldStatusList): Jwt {
  const list = heldTokenList(held)
  if (list === undefined) throw new StatusFault('status_list_invalid', 'the document is not a token status list')
  if (!hasListType(list)) throw new StatusFault('status_list_invalid', 'typ of the list must be statuslist+jwt')
  if (hasUnsupportedMembers(list.header)) {
    throw new StatusFault('status_list_invalid', 'the header of the list has crit or b64')
  }
  if (!isNumericDate(memberOf(list.payload, 'iat'))) {
    throw new StatusFault('status_list_invalid', 'the list does not say by iat when it was issued')
  }
  return list
}

/**
 * The list must be signed by the issuer of the credential, or with a certificate of the authority that certified that
 * issuer. A list without `iss` and certificates is by the issuer of whoever names it.
 */
function verify(list: Jwt, issuer: TokenIssuer, context: TokenStatusContext): void {
  const hasChain = Object.hasOwn(list.header, 'x5c')
  const said = memberOf(list.payload, 'iss')
  if (said !== undefined && said !== issuer.did && !hasChain) throw foreign()
  const payload = hasChain ? list.payload : { ...list.payload, iss: issuer.did }
  const { signer, authorities } = verifySignature({ ...list, payload }, context)
  const [authority] = authorities
  const isOfAuthority = authority !== undefined && authority === issuer.authorities[0]
  if (signer.did !== issuer.did && !isOfAuthority) throw foreign()
}

function foreign(): StatusFault {
  return new StatusFault('status_list_invalid', 'the status list is from another issuer')
}

function verifySignature(list: Jwt, context: IssuerKeyContext): IssuerKey {
  try {
    const found = issuerKeyOf(list, ['assertionMethod'], context)
    if (isJwsValid(list, found.key, found.algorithm)) return found
  } catch (fault) {
    if (!(fault instanceof ProofFault)) throw fault
    throw new StatusFault('status_list_invalid', phrase`the status list does not verify: ${asPhrase(fault)}`)
  }
  throw new StatusFault('status_list_invalid', 'the signature of the status list does not fit')
}

interface HeldAt {
  readonly uri: string
  readonly held: HeldStatusList
  readonly now: Moment
}

/** `ttl` is in seconds and counts from when the list came here, because it is not fetched again (5.1, 13.7). */
function requireCurrent({ payload }: Jwt, { uri, held, now }: HeldAt): void {
  if (memberOf(payload, 'sub') !== uri) throw new StatusFault('status_list_invalid', 'the status list has another id')
  const [expiry, life] = [memberOf(payload, 'exp'), memberOf(payload, 'ttl')]
  if (expiry !== undefined && (!isNumericDate(expiry) || expiry <= now.seconds)) {
    throw new StatusFault('status_unavailable', phrase`the status list ${uri} has expired: import the present one`)
  }
  const since = readDateTime(held.held_since)
  if (typeof life !== 'number' || since === undefined) return
  if (compareMoments(now, { ...since, seconds: since.seconds + life }) > 0) {
    throw listTooOld(uri)
  }
}

function bitsOf(list: Jwt) {
  const bits = tokenBits(list)
  if (bits !== undefined) return bits
  throw new StatusFault('status_list_invalid', 'the list is not zlib of at most 16 MiB with 1, 2, 4 or 8 bits each')
}

/**
 * Why no status is read from a token status list that is held; null when nothing is in the way. Who signed a list without
 * `iss` and certificates is known only with a credential that names it.
 */
export function tokenListProblem(uri: string, held: HeldStatusList, context: IssuerKeyContext): Message | null {
  try {
    const list = readList(held)
    if (Object.hasOwn(list.header, 'x5c') || Object.hasOwn(list.payload, 'iss')) verifySignature(list, context)
    requireCurrent(list, { uri, held, now: context.now })
    bitsOf(list)
    return null
  } catch (fault) {
    if (fault instanceof StatusFault) return fault.phrase ?? fault.message
    throw fault
  }
}
