import { readCandidate } from '../../../shared/presentation-exchange/candidate.ts'
import { isSdJwt, readCompactJwt } from '../../../shared/presentation-exchange/compact-jwt.ts'
import { isObject, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isLongDefinition } from '../presentation-definitions/definition-cost.ts'
import { listsNamedBy } from '../registries/credential-status.ts'
import type { StatusListRegistry } from '../registries/registry.ts'
import { outlineOf } from '../registries/status-list.ts'
import { isQuery } from './evaluation.ts'
import type { Known, KnownDefinition } from './evaluation.ts'
import type { Presentation, SentCredential, Token } from './presentation.ts'
import { mapEntriesOf } from './submission-checks.ts'
import type { VerificationInput } from './checked-presentation.ts'

/*
 * Limits for what is verified on the service thread: it takes some milliseconds at most, whoever made it.
 * A usual credential has about 1,200 characters, 30 values, and 8 types and contexts.
 */

const MAX_LINKED_DATA_HERE = 3
/** Each has a signature of its own, and RSA keys may be large. */
const MAX_CREDENTIALS_HERE = 8
/** The limit for one presentation: its texts and the names of its members. */
const MAX_CHARACTERS_HERE = 16 * 1024
/** The limit for one presentation. Each value becomes a statement, and those that are no IRIs are looked for. */
const MAX_VALUES_HERE = 600
/** Every type and every context can change what the terms around it mean, which takes most of the time of reading. */
const MAX_SCOPES_HERE = 60
/**
 * The limit for one object. Statements are read by more and more of them, to find those it needs; honest documents name
 * up to six.
 */
const MAX_CONTEXTS_HERE = 8
const MAX_STATUSES_HERE = 4
/** The limit for lists, packed and unpacked: more than a million entries of one, where few of them are set. */
const MAX_LIST_BYTES_HERE = 256 * 1024
/** One of each credential, as usual. Those that were imported are not applied here, but each is handed over. */
const MAX_SCHEMAS_HERE = 8
const MAX_MAP_ENTRIES_HERE = 50

const SCOPING_MEMBERS: readonly string[] = ['type', '@type', '@context']

/**
 * Whether a verification could take longer than the service thread has: 25 ms.
 *
 * @param statusLists that its credentials may name; left out, none is held
 */
export function isLong({ token, known }: VerificationInput, statusLists: StatusListRegistry = NO_LISTS): boolean {
  return isLongToken(token, statusLists) || (known !== undefined && isLongToEvaluate(known))
}

const NO_LISTS: StatusListRegistry = { find: () => undefined }

function isLongToken({ presentations, submission }: Token, statusLists: StatusListRegistry): boolean {
  const credentials = presentations.flatMap((one) => one.credentials)
  const entries = submission === undefined ? [] : mapEntriesOf(submission.value)
  return (
    credentials.length > MAX_CREDENTIALS_HERE ||
    presentations.length > MAX_CREDENTIALS_HERE ||
    credentials.filter((one) => isObject(one.value)).length > MAX_LINKED_DATA_HERE ||
    entries.length > MAX_MAP_ENTRIES_HERE ||
    isLarge([...presentations.map(textOrDocument), submission?.value]) ||
    entries.flatMap(pathsOf).some(isSearch) ||
    areLong(credentials.map(contentOf), statusLists)
  )
}

/** An SD-JWT is one text, and what it discloses is in no document yet. */
function textOrDocument({ sdJwt, sent, credentials }: Presentation): unknown {
  return sdJwt === undefined ? sent : credentials[0]?.value
}

/** What a credential says, as far as it can be read without opening what it discloses. */
function contentOf({ value }: SentCredential): JsonObject {
  if (isSdJwt(value)) return readCompactJwt(value.slice(0, value.indexOf('~')))?.payload ?? {}
  return readCandidate(value)?.credential ?? {}
}

/** What a JWT holds is seen only here, where all of them together are known to be short. */
function areLong(credentials: readonly JsonObject[], statusLists: StatusListRegistry): boolean {
  const entriesOf = (name: string) => credentials.flatMap((one) => listOf(memberOf(one, name)))
  return (
    entriesOf('credentialStatus').length > MAX_STATUSES_HERE ||
    entriesOf('credentialSchema').length > MAX_SCHEMAS_HERE ||
    isLarge(credentials) ||
    haveLongLists(credentials, statusLists)
  )
}

/** Each list that is named is a credential of its own, and is read like one; its bits are hashed and unpacked. */
function haveLongLists(credentials: readonly JsonObject[], statusLists: StatusListRegistry): boolean {
  const lists = listsNamedBy(credentials, statusLists).map(outlineOf)
  const bytes = lists.reduce((sum, list) => sum + list.bytes, 0)
  return bytes > MAX_LIST_BYTES_HERE || isLarge([...credentials, ...lists.map(({ rest }) => rest)])
}

/** Stops counting at the limit, because a request can be a mebibyte of single digits. */
export function isLarge(sent: unknown): boolean {
  const left = { characters: MAX_CHARACTERS_HERE, values: MAX_VALUES_HERE, scopes: MAX_SCOPES_HERE }
  return !fits(sent)

  function fits(value: unknown): boolean {
    left.values -= 1
    if (typeof value === 'string') left.characters -= value.length
    if (left.values < 0 || left.characters < 0 || left.scopes < 0) return false
    if (Array.isArray(value)) return value.every(fits)
    if (!isObject(value)) return true
    for (const name in value) if (Object.hasOwn(value, name) && !fitsMember(name, value[name])) return false
    return true
  }

  function fitsMember(name: string, value: unknown): boolean {
    left.characters -= name.length
    if (SCOPING_MEMBERS.includes(name)) left.scopes -= listOf(value).length
    if (name === '@context' && listOf(value).length > MAX_CONTEXTS_HERE) return false
    return fits(value)
  }
}

/** Preparing a definition takes time of its own, so a long one is not even prepared here. */
function isLongToEvaluate(asked: Known): boolean {
  return isLongDefinition(asked.definition) || (!isQuery(asked) && fieldPathsOf(asked).some(isSearch))
}

function pathsOf(entry: JsonObject): readonly string[] {
  const nested = memberOf(entry, 'path_nested')
  const path = textOf(memberOf(entry, 'path')) ?? ''
  return isObject(nested) ? [path, ...pathsOf(nested)] : [path]
}

function fieldPathsOf({ prepared }: KnownDefinition): readonly string[] {
  const fields = [...prepared.descriptors.values()].flatMap((descriptor) => descriptor.fields)
  return fields.flatMap(({ paths }) => paths.map(({ text }) => text))
}

/** A path that looks through a document, or selects more than once, instead of naming a place in it. */
function isSearch(path: string): boolean {
  return /[*?,:]|\.\./.test(path)
}
