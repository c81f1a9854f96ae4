import { issuerIdOf } from '../../../shared/presentation-exchange/candidate.ts'
import { compareMoments, readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import { isObject, listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { HeldStatusList, StatusListRegistry } from './registry.ts'
import { bitsOf, listNotHeld, listTooOld, outlineOf, StatusFault, valueAtIndex } from './status-list.ts'
import type { StatusKind, StatusListCode } from './status-list.ts'
import { STOP_MESSAGES } from './stop-code.ts'
import type { StopCode } from './stop-code.ts'
import { asPhrase, phrase } from '../../../shared/phrase.ts'
import type { Message } from '../../../shared/phrase.ts'

interface StatusFinding {
  readonly code: StatusListCode | 'credential_revoked' | 'credential_suspended'
  readonly location: Location
  readonly message: Message
}

/** The status of a credential, for `credential.status` and for the `statuses` of a definition. */
export interface CredentialStatus {
  /** False if some list could not be read. */
  readonly known: boolean
  readonly revoked: boolean
  readonly suspended: boolean
  /** The values of lists with the purpose `message`, which are only shown. */
  readonly messages: readonly number[]
  readonly findings: readonly StatusFinding[]
}

export interface StatusContext {
  readonly statusLists: StatusListRegistry
  /**
   * Verifies a list credential up to `credential.expiry`. Returns its normalised form, or undefined if a check fails.
   */
  readonly openList: (credential: unknown) => Promise<JsonObject | undefined>
  readonly now: Moment
  /** Why the verification must stop; undefined while it may go on. */
  readonly stopped: () => StopCode | undefined
}

const KINDS: ReadonlyMap<string, StatusKind> = new Map<string, StatusKind>([
  ['StatusList2021Entry', { listType: 'StatusList2021Credential', subjectType: 'StatusList2021' }],
  ['BitstringStatusListEntry', { listType: 'BitstringStatusListCredential', subjectType: 'BitstringStatusList' }],
  ['RevocationList2020Status', { listType: 'RevocationList2020Credential', subjectType: 'RevocationList2020' }],
])
/** Types of credentials that are status lists. */
export const STATUS_LIST_TYPES: ReadonlySet<string> = new Set([...KINDS.values()].map(({ listType }) => listType))

const CODES = { revocation: 'credential_revoked', suspension: 'credential_suspended' } as const
const LIST_NAMES: readonly string[] = ['statusListCredential', 'revocationListCredential']
const MAX_ENTRY_BITS = 8
const MILLISECONDS = 1000

/** Reads every status entry of a credential. Without entries it is neither revoked nor suspended. */
export async function readStatus(
  credential: JsonObject,
  issuer: string,
  context: StatusContext,
): Promise<CredentialStatus> {
  const entries = listOf(memberOf(credential, 'credentialStatus'))
  const isList = Array.isArray(memberOf(credential, 'credentialStatus'))
  const results = await Promise.all(entries.map((entry) => readEntry(entry, issuer, context)))
  const findings = results.flatMap(({ fault }, index) => {
    const location = isList ? ['credentialStatus', index] : ['credentialStatus']
    return fault === undefined ? [] : [{ ...fault, location }]
  })
  const has = (code: StatusFinding['code']) => findings.some((finding) => finding.code === code)
  return {
    known: findings.every(({ code }) => code === CODES.revocation || code === CODES.suspension),
    revoked: has(CODES.revocation),
    suspended: has(CODES.suspension),
    messages: results.flatMap(({ messageValue }) => messageValue ?? []),
    findings,
  }
}

interface EntryResult {
  readonly fault?: Omit<StatusFinding, 'location'>
  readonly messageValue?: number
}

async function readEntry(entry: unknown, issuer: string, context: StatusContext): Promise<EntryResult> {
  try {
    const kind = kindOf(entry)
    if (kind === undefined || !isObject(entry)) {
      throw new StatusFault('status_type_unsupported', 'the type of the status entry is not supported')
    }
    const stop = context.stopped()
    if (stop !== undefined) throw new StatusFault(stop, STOP_MESSAGES[stop])
    const { purpose, index, url, size } = partsOf(entry, kind)
    const bits = bitsOf(await findList(url, issuer, context), kind, purpose)
    return resultOf(purpose, valueAtIndex(bits, index, size))
  } catch (error) {
    if (!(error instanceof StatusFault)) throw error
    return { fault: { code: error.code, message: error.phrase ?? error.message } }
  }
}

/** The types may be a list in any order. */
function kindOf(entry: unknown): StatusKind | undefined {
  const types = textsOf(memberOf(entry, 'type'))
  return [...KINDS].find(([type]) => types.includes(type))?.[1]
}

function resultOf(purpose: Purpose, value: number): EntryResult {
  if (purpose === 'message') return { messageValue: value }
  if (value === 0) return {}
  const word = asPhrase(purpose === 'revocation' ? 'revoked' : 'suspended')
  return { fault: { code: CODES[purpose], message: phrase`the issuer has ${word} the credential` } }
}

/** The distinct held lists that credentials name, whatever else their entries contain. */
export function listsNamedBy(credentials: readonly JsonObject[], { find }: StatusListRegistry): HeldStatusList[] {
  const entries = credentials.flatMap((one) => listOf(memberOf(one, 'credentialStatus')))
  const tokens = credentials.map((one) => memberOf(memberOf(one, 'status'), 'status_list'))
  const names = [
    ...entries.flatMap((entry) => LIST_NAMES.flatMap((name) => textOf(memberOf(entry, name)) ?? [])),
    ...tokens.flatMap((entry) => textOf(memberOf(entry, 'uri')) ?? []),
  ]
  return [...new Set(names)].flatMap((url) => find(url) ?? [])
}

type Purpose = keyof typeof CODES | 'message'

interface EntryParts {
  readonly purpose: Purpose
  readonly index: number
  readonly url: string
  readonly size: number
}

function partsOf(entry: JsonObject, { subjectType }: StatusKind): EntryParts {
  const isOld = subjectType === 'RevocationList2020'
  const purpose = isOld ? 'revocation' : memberOf(entry, 'statusPurpose')
  if (purpose !== 'revocation' && purpose !== 'suspension' && purpose !== 'message') {
    throw new StatusFault('status_type_unsupported', 'the purpose of the status entry is not supported')
  }
  const url = textOf(memberOf(entry, isOld ? 'revocationListCredential' : 'statusListCredential'))
  if (url === undefined) throw new StatusFault('status_unavailable', 'the status entry names no list')
  return {
    purpose,
    url,
    index: readNumber(memberOf(entry, isOld ? 'revocationListIndex' : 'statusListIndex'), Number.MAX_SAFE_INTEGER),
    size: Math.max(1, readNumber(memberOf(entry, 'statusSize') ?? 1, MAX_ENTRY_BITS)),
  }
}

/** Most credentials have numbers as text. */
function readNumber(value: unknown, largest: number): number {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= largest) return number
  throw new StatusFault('status_index_out_of_range', 'the status entry has no usable index or size')
}

async function findList(
  url: string,
  issuer: string,
  { statusLists, openList, now }: StatusContext,
): Promise<JsonObject> {
  const held = statusLists.find(url)
  if (held === undefined) throw listNotHeld(url)
  requireIssuer(outlineOf(held).issuer, issuer) // first, so that a stranger cannot have any list opened
  const list = await openList(held.credential)
  if (list === undefined) throw new StatusFault('status_list_invalid', 'the status list does not verify')
  requireIssuer(issuerIdOf(list), issuer)
  requireCurrent(list, { url, held, now })
  return list
}

function requireIssuer(found: string | undefined, issuer: string): void {
  if (found !== issuer) throw new StatusFault('status_list_invalid', 'the status list is from another issuer')
}

interface HeldAt {
  readonly url: string
  readonly held: HeldStatusList
  readonly now: Moment
}

function requireCurrent(list: JsonObject, { url, held, now }: HeldAt): void {
  if (!isNamed(list, url)) throw new StatusFault('status_list_invalid', 'the status list has another id')
  if (isStale(list, held, now)) throw listTooOld(url)
}

/** Why an opened list cannot be used; null if it can. */
export function faultOfList(list: JsonObject, at: HeldAt): Message | null {
  const types = textsOf(memberOf(list, 'type'))
  const kind = [...KINDS.values()].find(({ listType }) => types.includes(listType))
  if (kind === undefined) return 'the document is not a status list'
  try {
    requireCurrent(list, at)
    const [purpose = 'revocation'] = textsOf(memberOf(memberOf(list, 'credentialSubject'), 'statusPurpose'))
    bitsOf(list, kind, purpose)
    return null
  } catch (fault) {
    if (fault instanceof StatusFault) return fault.phrase ?? fault.message
    throw fault
  }
}

function isNamed(list: JsonObject, url: string): boolean {
  const id = memberOf(list, 'id')
  return id === undefined || id === url
}

/** Whether the `ttl` in milliseconds (Bitstring Status List 1.0) has passed since the list was imported. */
function isStale(list: JsonObject, { held_since }: HeldStatusList, now: Moment): boolean {
  const ttl = memberOf(memberOf(list, 'credentialSubject'), 'ttl')
  const since = readDateTime(held_since)
  if (typeof ttl !== 'number' || since === undefined) return false
  return compareMoments(now, { ...since, seconds: since.seconds + ttl / MILLISECONDS }) > 0
}
