import type { Budget } from '../presentation-exchange/budget.ts'
import { descend, spend } from '../presentation-exchange/budget.ts'
import type { JsonObject, Location } from '../presentation-exchange/json.ts'
import { isObject, memberOf, pointerSteps, textOf } from '../presentation-exchange/json.ts'

/** The text is no JSON Schema, or one that refers to something that is not there. */
export class SchemaFault extends Error {
  readonly location: Location

  constructor(message: string, location: Location) {
    super(message)
    this.name = 'SchemaFault'
    this.location = location
  }
}

export type Draft = 4 | 6 | 7 | 2019 | 2020

/** A schema with a URI of its own, and what is known in it by a name (2020-12, Core, 4.3.5). */
export interface SchemaResource {
  /** The base of references in it. */
  readonly uri: string
  readonly root: unknown
  readonly draft: Draft
  /** The vocabularies of its metaschema by their last names; undefined for all of the draft. */
  readonly vocabularies: ReadonlySet<string> | undefined
  readonly anchors: Map<string, unknown>
  /** Those that a dynamic reference finds; the empty name is of `$recursiveAnchor`. */
  readonly dynamicAnchors: Map<string, unknown>
}

export interface Target {
  readonly schema: unknown
  readonly home: SchemaResource
  /** The name of the anchor it was found by, if that is one of dynamic references. */
  readonly dynamicAnchor: string | undefined
}

export interface SchemaResources {
  readonly root: SchemaResource
  /** All that were read until now. */
  readonly known: ReadonlyMap<string, SchemaResource>
  /** Finds the resource that a schema belongs to; undefined for what is no schema. */
  readonly homeOf: (schema: JsonObject) => SchemaResource | undefined
  /** The same from the root of its document. */
  readonly placeOf: (schema: JsonObject) => Location | undefined
  /** @throws {SchemaFault} */
  readonly resolve: (reference: string, from: SchemaResource, location: Location) => Target
}

const DRAFTS: ReadonlyMap<string, Draft> = new Map([
  ['json-schema.org/draft-04/schema', 4],
  ['json-schema.org/draft-06/schema', 6],
  ['json-schema.org/draft-07/schema', 7],
  ['json-schema.org/draft/2019-09/schema', 2019],
  ['json-schema.org/draft/2020-12/schema', 2020],
])

/** Finds the draft by its `$schema`, written with or without an empty fragment, and with either scheme. */
export function draftNamed(uri: string): Draft | undefined {
  return DRAFTS.get(uri.replace(/^https?:\/\//, '').replace(/#$/, ''))
}

/** Keywords whose value is a schema or a list of schemas, and those whose value is an object of schemas. */
const SCHEMAS_UNDER: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const NAMED_SCHEMAS_UNDER: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
])

/** A base for references between schemas that have no URI. */
const NO_URI = 'schema://document/'

interface ResourceOptions {
  readonly uri?: string | undefined
  /** Another document; undefined where none is held, or none may be used. */
  readonly find?: ((uri: string) => unknown) | undefined
}

/**
 * Reads where the schemas of a document stand and what they are called, by the keywords that hold schemas only: what has an
 * `$id` in a constant or under an unknown keyword is none. Documents that it refers to are read when a reference is resolved.
 *
 * @throws {SchemaFault} for a `$schema` that is unknown
 * @throws {BudgetSpent}
 */
export function readResources(document: unknown, budget: Budget, { uri, find }: ResourceOptions): SchemaResources {
  const known = new Map<string, SchemaResource>()
  const homes = new Map<object, SchemaResource>()
  const places = new Map<object, Location>()
  let usual: Dialect = { draft: 7, vocabularies: undefined }
  const root = addDocument(document, uri !== undefined && URL.canParse(uri) ? uri : NO_URI)
  usual = root // also of the documents that it refers to, where they do not say
  return { root, known, homeOf: (schema) => homes.get(schema), placeOf: (schema) => places.get(schema), resolve }

  function addDocument(schema: unknown, retrieved: string): SchemaResource {
    const place = new URL(retrieved)
    place.hash = ''
    const { draft, vocabularies } = usual
    const base = resourceOf(place.href, schema, { draft, vocabularies })
    const own = isObject(schema) ? embed(schema, base, []) : base
    if (!known.has(base.uri)) known.set(base.uri, own)
    return own
  }

  function embed(schema: JsonObject, parent: SchemaResource, place: Location): SchemaResource {
    spend(budget, 1)
    const named = textOf(memberOf(schema, '$schema'))
    const { draft, vocabularies } = named === undefined ? parent : dialectOf(named)
    const hasOnlyReference = draft <= 7 && Object.hasOwn(schema, '$ref')
    const id = hasOnlyReference ? undefined : textOf(memberOf(schema, draft === 4 ? 'id' : '$id'))
    const url = id === undefined ? undefined : urlOf(id, parent.uri, ['$id'])
    const anchor = url?.hash.slice(1) ?? ''
    if (url !== undefined) url.hash = ''
    const startsResource = schema === parent.root || (url !== undefined && url.href !== parent.uri)
    const home = startsResource ? resourceOf(url?.href ?? parent.uri, schema, { draft, vocabularies }) : parent
    if (startsResource && !known.has(home.uri)) known.set(home.uri, home)
    if (anchor !== '') home.anchors.set(anchor, schema)
    if (draft > 7) addAnchors(schema, home)
    homes.set(schema, home)
    places.set(schema, place)
    descend(budget, () => {
      for (const [part, ...steps] of schemasIn(schema)) embed(part, home, [...place, ...steps])
    })
    return home
  }

  function dialectOf(named: string): Dialect {
    const draft = draftNamed(named)
    if (draft !== undefined) return { draft, vocabularies: undefined }
    const metaschema = find?.(named.replace(/#$/, ''))
    const base = draftNamed(textOf(memberOf(metaschema, '$schema')) ?? '')
    if (base === undefined) throw new SchemaFault(`no draft of JSON Schema is known as ${named}`, ['$schema'])
    const vocabularies = memberOf(metaschema, '$vocabulary')
    const names = isObject(vocabularies)
      ? Object.keys(vocabularies).map((name) => name.replace(/^.*\//, ''))
      : undefined
    return { draft: base, vocabularies: names && new Set(names) }
  }

  function resolve(reference: string, from: SchemaResource, location: Location): Target {
    const url = urlOf(reference, from.uri, location)
    const fragment = decoded(url.hash.slice(1), location)
    url.hash = ''
    const written = reference.replace(/#[^]*$/, '')
    const resource = known.get(url.href) ?? otherDocument([written, url.href])
    if (resource === undefined) throw new SchemaFault(`${reference} is neither in this schema nor held here`, location)
    if (fragment === '' || fragment.startsWith('/')) return { ...pointed(resource, fragment), dynamicAnchor: undefined }
    const schema = resource.anchors.get(fragment)
    if (schema === undefined) throw new SchemaFault(`${reference} is the name of no schema`, location)
    const isDynamic = resource.dynamicAnchors.get(fragment) === schema
    return { schema, home: resource, dynamicAnchor: isDynamic ? fragment : undefined }

    function pointed(start: SchemaResource, pointer: string): Omit<Target, 'dynamicAnchor'> {
      let [value, home] = [start.root, start]
      for (const step of pointerSteps(pointer)) {
        value = Array.isArray(value) && /^\d+$/.test(step) ? (value[Number(step)] as unknown) : memberOf(value, step)
        home = (isObject(value) && homes.get(value)) || home
      }
      if (value === undefined) throw new SchemaFault(`${reference} leads to nothing`, location)
      if (isObject(value) && !homes.has(value)) home = embed(value, home, pointerSteps(pointer))
      return { schema: value, home }
    }
  }

  function otherDocument(names: readonly string[]): SchemaResource | undefined {
    for (const name of names) {
      const found = name === '' ? undefined : find?.(name)
      if (found !== undefined) return addDocument(found, names.at(-1) ?? name)
    }
    return undefined
  }
}

type Dialect = Pick<SchemaResource, 'draft' | 'vocabularies'>

function resourceOf(uri: string, root: unknown, dialect: Dialect): SchemaResource {
  return { uri, root, ...dialect, anchors: new Map(), dynamicAnchors: new Map() }
}

function addAnchors(schema: JsonObject, home: SchemaResource): void {
  const [plain, dynamic] = [textOf(memberOf(schema, '$anchor')), textOf(memberOf(schema, '$dynamicAnchor'))]
  if (plain !== undefined) home.anchors.set(plain, schema)
  if (dynamic !== undefined) {
    home.anchors.set(dynamic, schema)
    home.dynamicAnchors.set(dynamic, schema)
  }
  if (memberOf(schema, '$recursiveAnchor') === true && schema === home.root) home.dynamicAnchors.set('', schema)
}

function schemasIn(schema: JsonObject): readonly (readonly [JsonObject, ...Location])[] {
  const found: [JsonObject, ...Location][] = []
  for (const [name, value] of Object.entries(schema)) {
    const isList = Array.isArray(value) && SCHEMAS_UNDER.has(name)
    if (isObject(value) && SCHEMAS_UNDER.has(name)) found.push([value, name])
    if (!isList && !(isObject(value) && NAMED_SCHEMAS_UNDER.has(name))) continue
    for (const [step, part] of Object.entries(value)) if (isObject(part)) found.push([part, name, step])
  }
  return found
}

function urlOf(reference: string, base: string, location: Location): URL {
  if (URL.canParse(reference, base)) return new URL(reference, base)
  throw new SchemaFault(`${reference} is no reference to a schema`, location)
}

function decoded(fragment: string, location: Location): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    throw new SchemaFault(`#${fragment} is not a JSON Pointer`, location)
  }
}
