import type { z } from 'zod'
import { faultyFieldsError, phrase } from '../../../shared/contract/errors.ts'
import { SdJwtTerms } from '../../../shared/contract/workbench-issuer.ts'
import { ISSUER_CLAIMS } from '../../../shared/presentation-exchange/candidate.ts'
import { isObject, jsonPointer, pointerSteps, valueAt } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { Message } from '../../../shared/phrase.ts'
import { jwkOfDidKey } from '../../crypto/did-key-jwk.ts'

/** What an SD-JWT VC lets its holder withhold, checked against the values of its order. */
export interface ReadyTerms {
  /** Places in the values, each once. */
  readonly disclosable: readonly Location[]
  readonly decoys: number
  readonly isBound: boolean
  readonly hasSub: boolean
}

interface SdJwtOrder {
  readonly values: JsonObject
  readonly subject: string | null
  readonly sd_jwt?: z.output<typeof SdJwtTerms> | undefined
}

/** Names of the format (RFC 9901, 4.2.4). */
const FORMAT_NAMES: readonly string[] = ['_sd', '_sd_alg', '...']

/**
 * Reads the terms of an SD-JWT VC; nothing that the issuer itself says of the credential can be withheld.
 *
 * @throws {ServiceError} `invalid_params` for a pointer to nothing, a reserved name, and a subject without a key
 */
export function readTerms({ values, subject, sd_jwt }: SdJwtOrder): ReadyTerms {
  const { disclosable, decoys, bound, with_sub } = sd_jwt ?? SdJwtTerms.parse({})
  const reserved = reservedName(values, ISSUER_CLAIMS)
  if (reserved !== undefined)
    throw invalid('values', phrase`has the name ${reserved}, which the format keeps for itself`)
  if (bound && subject !== null && jwkOfDidKey(subject) === undefined) {
    throw invalid('subject', 'must be a did:key where the credential is bound to its key')
  }
  const places =
    disclosable?.map((pointer, at) => placeIn(values, pointer, at)) ?? Object.keys(values).map((one) => [one])
  const distinct = new Map(places.map((place) => [jsonPointer(place), place]))
  return { disclosable: [...distinct.values()], decoys, isBound: bound, hasSub: with_sub }
}

/** A name of `own` at the top, or one anywhere that an SD-JWT cannot have; those of Object are lost by its library. */
function reservedName(value: unknown, own: readonly string[] = []): string | undefined {
  if (Array.isArray(value)) return value.map((one) => reservedName(one)).find((name) => name !== undefined)
  if (!isObject(value)) return undefined
  const isReserved = (name: string) => [...own, ...FORMAT_NAMES].includes(name) || Object.hasOwn(Object.prototype, name)
  const inside = () => Object.values(value).map((one) => reservedName(one))
  return Object.keys(value).find(isReserved) ?? inside().find((name) => name !== undefined)
}

function placeIn(values: JsonObject, pointer: string, at: number): Location {
  const place: (string | number)[] = []
  let value: unknown = values
  for (const step of pointerSteps(pointer)) {
    const key = Array.isArray(value) ? indexOf(step) : step
    value = valueAt(value, [key])
    if (value === undefined) throw noPlace(at)
    place.push(key)
  }
  if (place.length === 0) throw noPlace(at)
  return place
}

/** -1 for a step that leads to no element, as `length`. */
function indexOf(step: string): number {
  return /^(?:0|[1-9]\d*)$/.test(step) ? Number(step) : -1
}

function noPlace(at: number): Error {
  return invalid(`sd_jwt.disclosable.${at}`, 'must be a JSON Pointer to one of the values, or to something in them')
}

function invalid(path: string, rule: Message): Error {
  return faultyFieldsError([{ path, code: 'invalid_params', rule }])
}
