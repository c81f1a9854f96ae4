import { hash } from 'node:crypto'
import { MAX_JSON_DEPTH } from '../../../shared/contract/json-depth.ts'
import type { CheckCode } from '../../../shared/presentation-exchange/check-codes.ts'
import { isObject, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { phrase } from '../../../shared/phrase.ts'
import type { Message } from '../../../shared/phrase.ts'
import { decodeBase64Url } from '../base64url.ts'
import { jsonIn } from '../compact-jws.ts'
import type { SdJwt } from './sd-jwt.ts'

/** Why disclosures do not fit the credential that they came with. */
export interface DisclosureFault {
  readonly code: CheckCode
  /** The place in the claims; for a disclosure without one, `disclosures` and its index. */
  readonly location: Location
  readonly message: Message
}

/** The claims of an SD-JWT after its disclosures were put where their digests stand (RFC 9901, 7.1). */
export interface OpenedClaims {
  /** The claims without `_sd`, `_sd_alg` and the placeholders of withheld elements. */
  readonly claims: JsonObject
  /** The places that were filled by a disclosure. */
  readonly disclosed: readonly Location[]
  /** The place of each disclosure; undefined for one that has none. */
  readonly places: readonly (Location | undefined)[]
  /** Empty when every disclosure has its place; at most 50. */
  readonly faults: readonly DisclosureFault[]
}

/** One disclosure: `[salt, name, value]` for a member, `[salt, value]` for an element (RFC 9901, 4.2). */
interface ReadDisclosure {
  readonly index: number
  readonly name: string | undefined
  readonly value: unknown
}

/** Only the first faults are told: a payload of a mebibyte has room for some hundred thousand. */
const MAX_FAULTS = 50

const DIGESTS = '_sd'
const ELEMENT = '...'
const ALGORITHM = '_sd_alg'

/** Hash algorithms by their names in the registry of named information. */
const HASHES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ['sha-256', 'sha256'],
  ['sha-384', 'sha384'],
  ['sha-512', 'sha512'],
])

/** The digest function that a payload names, `sha-256` when it names none; undefined for one that is not known. */
export function digestFunctionOf(payload: JsonObject): ((text: string) => string) | undefined {
  const algorithm = HASHES.get(memberOf(payload, ALGORITHM) ?? 'sha-256')
  return algorithm === undefined ? undefined : (text) => hash(algorithm, text, 'base64url')
}

/**
 * Opens the disclosures of an SD-JWT. Every digest may stand in it once, and every disclosure must be asked for by one:
 * what cannot be placed is a fault and never a claim.
 */
export function openDisclosures({ jwt, disclosures }: Pick<SdJwt, 'jwt' | 'disclosures'>): OpenedClaims {
  const digestOf = digestFunctionOf(jwt.payload)
  if (digestOf === undefined) {
    const message = `_sd_alg is not one of ${[...HASHES.keys()].join(', ')}`
    return {
      claims: withoutDigests(jwt.payload),
      disclosed: [],
      places: [],
      faults: [{ code: 'digest_algorithm_unsupported', location: [ALGORITHM], message }],
    }
  }
  const faults: DisclosureFault[] = []
  const tell = (fault: DisclosureFault) => {
    if (faults.length < MAX_FAULTS) faults.push(fault)
  }
  const sent = new Map<string, ReadDisclosure>()
  for (const [index, text] of disclosures.entries()) {
    const read = readDisclosure(text, index)
    const digest = digestOf(text)
    if (read === undefined) tell(malformed(index))
    else if (sent.has(digest)) tell(repeated(index))
    else sent.set(digest, read)
  }
  const opening = openingOf(sent, tell)
  const { [ALGORITHM]: _algorithm, ...payload } = jwt.payload
  const claims = opening.openObject(payload, [])
  for (const one of sent.values()) if (!opening.used.has(one)) tell(leftOver(one))
  const places = disclosures.map((_, index) => opening.places.get(index))
  return { claims, disclosed: [...opening.places.values()], places, faults }
}

/** Opens values from the outside in, since a disclosed value may hold further digests. */
function openingOf(sent: ReadonlyMap<string, ReadDisclosure>, tell: (fault: DisclosureFault) => void) {
  const used = new Set<ReadDisclosure>()
  const seen = new Set<string>()
  const places = new Map<number, Location>()

  return { used, places, openObject }

  function open(value: unknown, at: Location): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (at.length > MAX_JSON_DEPTH) {
      tell({ code: 'document_too_complex', location: at, message: 'the disclosed claims are nested too deep' })
      return null
    }
    return Array.isArray(value) ? openArray(value, at) : openObject(value as JsonObject, at)
  }

  function openObject(object: JsonObject, at: Location): JsonObject {
    const members = new Map<string, unknown>()
    for (const [name, value] of Object.entries(object)) {
      if (name === ELEMENT) tell(reserved([...at, name]))
      else if (name !== DIGESTS) members.set(name, open(value, [...at, name]))
    }
    for (const digest of digestsIn(object, at)) {
      const found = take(digest, at)
      if (found === undefined) continue
      const { name } = found
      if (name === undefined) tell(misplaced(found, 'an object'))
      else if (name === DIGESTS || name === ELEMENT) tell(reserved(placeOf(found)))
      else if (members.has(name)) tell(claimRepeated([...at, name]))
      else members.set(name, openDisclosed(found, [...at, name]))
    }
    return Object.fromEntries(members)
  }

  function openArray(array: readonly unknown[], at: Location): readonly unknown[] {
    const elements: unknown[] = []
    for (const value of array) {
      const place = [...at, elements.length]
      if (!isObject(value) || !Object.hasOwn(value, ELEMENT)) {
        elements.push(open(value, place))
        continue
      }
      const { [ELEMENT]: digest, ...others } = value
      if (typeof digest !== 'string' || Object.keys(others).length > 0) {
        tell(reserved(place))
        continue
      }
      const found = take(digest, place)
      if (found === undefined) continue // this element stays withheld
      if (found.name === undefined) elements.push(openDisclosed(found, place))
      else tell(misplaced(found, 'a list'))
    }
    return elements
  }

  function openDisclosed({ index, value }: ReadDisclosure, at: Location): unknown {
    places.set(index, at)
    return open(value, at)
  }

  function digestsIn(object: JsonObject, at: Location): readonly string[] {
    const digests = memberOf(object, DIGESTS)
    if (digests === undefined) return []
    if (Array.isArray(digests) && digests.every((digest) => typeof digest === 'string')) return digests
    tell(reserved([...at, DIGESTS]))
    return []
  }

  /** The disclosure of a digest that stands here for the first time; undefined for a decoy or what stays withheld. */
  function take(digest: string, at: Location): ReadDisclosure | undefined {
    if (seen.has(digest)) {
      tell({ code: 'digest_repeated', location: at, message: 'a digest stands in the credential twice' })
      return undefined
    }
    seen.add(digest)
    const found = sent.get(digest)
    if (found !== undefined) used.add(found)
    return found
  }
}

function readDisclosure(text: string, index: number): ReadDisclosure | undefined {
  const parts = jsonIn(decoded(text))
  if (!Array.isArray(parts) || typeof parts[0] !== 'string') return undefined
  if (parts.length === 2) return { index, name: undefined, value: parts[1] as unknown }
  const name: unknown = parts[1]
  return parts.length === 3 && typeof name === 'string' ? { index, name, value: parts[2] as unknown } : undefined
}

function decoded(text: string): Uint8Array {
  try {
    return decodeBase64Url(text)
  } catch {
    return new Uint8Array() // which is no JSON either
  }
}

/** Returns the members that the issuer wrote openly. */
function withoutDigests({ [DIGESTS]: _digests, [ALGORITHM]: _algorithm, ...open }: JsonObject): JsonObject {
  return open
}

const placeOf = ({ index }: Pick<ReadDisclosure, 'index'>): Location => ['disclosures', index]

function malformed(index: number): DisclosureFault {
  const message = 'a disclosure is base64url of a JSON list: salt, name and value, or salt and value'
  return { code: 'disclosure_malformed', location: placeOf({ index }), message }
}

function repeated(index: number): DisclosureFault {
  return { code: 'disclosure_repeated', location: placeOf({ index }), message: 'the same disclosure came before' }
}

function leftOver(disclosure: ReadDisclosure): DisclosureFault {
  const message = 'no digest of the credential asks for this disclosure, so the issuer did not sign it'
  return { code: 'disclosure_unused', location: placeOf(disclosure), message }
}

function misplaced(disclosure: ReadDisclosure, where: 'an object' | 'a list'): DisclosureFault {
  const message =
    where === 'an object'
      ? 'the digest of this disclosure stands in an object, where a disclosure has a name'
      : 'the digest of this disclosure stands in a list, where a disclosure has no name'
  return { code: 'disclosure_malformed', location: placeOf(disclosure), message }
}

function reserved(location: Location): DisclosureFault {
  const message = '_sd and ... stand for digests, and no claim may have these names'
  return { code: 'claim_name_reserved', location, message }
}

function claimRepeated(location: Location): DisclosureFault {
  const message = phrase`the claim ${String(location.at(-1))} is there already, and a disclosure may not replace it`
  return { code: 'claim_repeated', location, message }
}
