import { z } from 'zod'
import type { Operation } from '../../shared/contract/operation.ts'
import { REMOVED_PARAMETERS } from '../../shared/contract/removed-parameters.ts'

/** A key that would be ignored although its sender expects an effect. */
export interface RefusedParameter {
  readonly path: readonly (string | number)[]
  /** Continues the sentence that begins with the path. */
  readonly rule: string
}

/** The keys that are refused in an object, or in every object of a list, with the reasons; and the objects within. */
export interface Place {
  readonly refused: ReadonlyMap<string, string>
  readonly inside: ReadonlyMap<string, Place>
}

interface PlacesOfRequest {
  readonly query: Place
  readonly body: Place
}

const CACHE = new WeakMap<Operation, PlacesOfRequest>()
const NOTHING: Place = { refused: new Map(), inside: new Map() }

/**
 * The keys that an operation refuses beyond its schemas: removed parameters, and those that belong elsewhere in the
 * request (docs/contract/vault.md, Bodies). Other unknown keys are ignored.
 */
export function refusedPlaces(operation: Operation): PlacesOfRequest {
  const cached = CACHE.get(operation)
  if (cached !== undefined) return cached
  const places = placesOf(operation)
  CACHE.set(operation, places)
  return places
}

/** The refused keys of a value, in its own order. */
export function refusedIn({ refused, inside }: Place, value: unknown, path: RefusedParameter['path'] = []) {
  if (refused.size + inside.size === 0 || !isRecord(value)) return []
  return Object.entries(value).flatMap(([key, member]): RefusedParameter[] => {
    const rule = member === undefined ? undefined : refused.get(key)
    if (rule !== undefined) return [{ path: [...path, key], rule }]
    const place = inside.get(key)
    if (place === undefined) return []
    if (!Array.isArray(member)) return refusedIn(place, member, [...path, key])
    return member.flatMap((entry, index) => refusedIn(place, entry, [...path, key, index]))
  })
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
}

/** Applies to vault and key store only: the other parts take documents of other specifications, or closed schemas. */
function placesOf(operation: Operation): PlacesOfRequest {
  const { api, requestForm } = operation
  if (requestForm === 'verbatim' || (api !== 'vault' && api !== 'keystore')) return { query: NOTHING, body: NOTHING }
  const body = shapeOf(operation.body)
  const elsewhere = [{ shape: body, rule: 'is a parameter of the body' }]
  return {
    query: placeOf({ operation, name: '', shape: shapeOf(operation.query), elsewhere }),
    body: placeOf({ operation, name: '', shape: body, elsewhere: [] }),
  }
}

type Shape = Readonly<Record<string, z.core.$ZodType>>

interface Described {
  readonly operation: Operation
  /** The key of the object; empty for the query and the body. */
  readonly name: string
  readonly shape: Shape
  /** Other objects whose keys might be misplaced here, with the reason for refusing them. */
  readonly elsewhere: readonly { readonly shape: Shape; readonly rule: string }[]
}

function placeOf({ operation, name, shape, elsewhere }: Described): Place {
  const objects = Object.entries(shape).flatMap(([key, schema]) => {
    const object = objectIn(schema)
    return object === undefined ? [] : [{ key, ...object, rule: `is in the wrong place: it belongs in \`${key}\`` }]
  })
  const inside = objects.map(({ key, shape: inner, isList }) => {
    const beside = objects.filter((other) => other.key !== key && !isList && !other.isList)
    const around = [{ shape, rule: `is in the wrong place: it belongs beside \`${key}\`` }, ...beside]
    return [key, placeOf({ operation, name: key, shape: inner, elsewhere: around })] as const
  })
  const tolerated = new Set(['id', ...Object.keys(operation.params?.shape ?? {}), ...replyFields(operation, name)])
  const nearestFirst = [...elsewhere, ...objects].toReversed()
  const unexpected = [
    ...nearestFirst.flatMap((other) => Object.keys(other.shape).map((key) => [key, other.rule] as const)),
    ...objects.flatMap(({ key }) => removedAt(operation, key)),
  ].filter(([key]) => !tolerated.has(key))
  const refused = [...unexpected, ...removedAt(operation, name)].filter(([key]) => !Object.hasOwn(shape, key))
  return { refused: new Map(refused), inside: new Map(inside) }
}

function removedAt({ method, path }: Operation, name: string): (readonly [string, string])[] {
  return REMOVED_PARAMETERS.filter(
    ({ place, calls }) => place === name && calls?.test(`${method} ${path}`) !== false,
  ).flatMap(({ names, cause }) => names.map((key) => [key, cause] as const))
}

/** Fields that the reply has under the same key, because sending back a received object is harmless. */
function replyFields({ success }: Operation, name: string): readonly string[] {
  const replyKey = name.replace(/_attributes$/, '')
  const reply = shapeOf(success.body)
  const field = reply[replyKey] ?? reply[`${replyKey}s`]
  return field === undefined ? [] : Object.keys(objectIn(field)?.shape ?? {})
}

/** The shape of a query or body; empty for a schema that transforms its input first. */
function shapeOf(schema: z.ZodType | undefined): Shape {
  return schema instanceof z.ZodObject ? schema.shape : {}
}

/** The object that a schema accepts, alone or in a list; undefined if the schema itself rules on other keys. */
function objectIn(
  schema: z.core.$ZodType,
  isList = false,
): { readonly shape: Shape; readonly isList: boolean } | undefined {
  if (schema instanceof z.ZodObject)
    return schema.def.catchall === undefined ? { shape: schema.shape, isList } : undefined
  if (schema instanceof z.ZodArray) return objectIn(schema.element, true)
  if (schema instanceof z.ZodPipe) return objectIn(schema.out, isList)
  const { def } = (schema as z.core.$ZodTypes)._zod // all schemas come from the library
  return 'innerType' in def ? objectIn(def.innerType, isList) : undefined
}
