import type { Budget } from '../presentation-exchange/budget.ts'
import { descend, spend } from '../presentation-exchange/budget.ts'
import type { JsonObject, Location } from '../presentation-exchange/json.ts'
import { isObject, memberOf, pointerSteps, textOf } from '../presentation-exchange/json.ts'

/** A value is not a JSON Schema, or the target of one of its references is missing. */
export class SchemaFault extends Error {
  readonly location: Location

  constructor(message: string, location: Location) {
    super(message)
    this.name = 'SchemaFault'
    this.location = location
  }
}

export type Draft = 4 | 6 | 7 | 2019 | 2020

/** A schema with a URI of its own, and its anchors (2020-12, Core, 4.3.5). */
export interface SchemaResource {
  /** The base URI of its references. */
  readonly uri: string
  readonly root: unknown
  readonly draft: Draft
  /** The vocabularies of its metaschema by the last part of their URI; undefined for all of the draft. */
  readonly vocabularies: ReadonlySet<string> | undefined
  readonly anchors: Map<string, unknown>
  /** The anchors that dynamic references find. `$recursiveAnchor` has the empty name. */
  readonly dynamicAnchors: Map<string, unknown>
}

export interface Target {
  readonly schema: unknown
  readonly home: SchemaResource
  /** The name of the anchor that led to it, if that is a dynamic anchor. */
  readonly dynamicAnchor: string | undefined
}

export interface SchemaResources {
  readonly root: SchemaResource
  /** All resources that have been read so far, by URI. */
  readonly known: ReadonlyMap<string, SchemaResource>
  /** The resource that contains a schema; undefined if the object is not a schema. */
  readonly homeOf: (schema: JsonObject) => SchemaResource | undefined
  /** The place of a schema in its document. */
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

/** Finds the draft for a `$schema`, with http or https, with or without an empty fragment. */
export function draftNamed(uri: string): Draft | undefined {
  return DRAFTS.get(uri.replace(/^https?:\/\//, '').replace(/#$/, ''))
}

/** Keywords whose value is a schema or a list of schemas. */
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
/** Keywords whose value is an object of schemas. */
const NAMED_SCHEMAS_UNDER: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
])

/** The base URI of a document without one. */
const NO_URI = 'schema://document/'

interface ResourceOptions {
  readonly uri?: string | undefined
  /** Finds another document; undefined if the schema may only refer to itself. */
  readonly find?: ((uri: string) => unknown) | undefined
}

/**
 * Finds all schemas of a document with their places, URIs and anchors. It looks only under keywords that contain schemas, so
 * an object with `$id` in a constant is not one. Other documents are read when a reference to them is resolved.
 *
 * @throws {SchemaFault} for an unknown `$schema`
 * @throws {BudgetSpent}
 */
export function readResources(document: unknown, budget: Budget, { uri, find }: ResourceOptions): SchemaResources {
  const known = new Map<string, SchemaResource>()
  const homes = new Map<object, SchemaResource>()
  const places = new Map<object, Location>()
  let defaultDialect: Dialect = { draft: 7, vocabularies: undefined }
  const root = addDocument(document, uri !== undefined && URL.canParse(uri) ? uri : NO_URI)
  defaultDialect = root // referenced documents without `$schema` have the dialect of this one
  return { root, known, homeOf: (schema) => homes.get(schema), placeOf: (schema) => places.get(schema), resolve }

  function addDocument(schema: unknown, retrievalUri: string): SchemaResource {
    const url = new URL(retrievalUri)
    url.hash = ''
    const { draft, vocabularies } = defaultDialect
    const base = resourceOf(url.href, schema, { draft, vocabularies })
    const resource = isObject(schema) ? addSchema(schema, base, []) : base
    if (!known.has(base.uri)) known.set(base.uri, resource)
    return resource
  }

  function addSchema(schema: JsonObject, parent: SchemaResource, place: Location): SchemaResource {
    spend(budget, 1)
    const metaschema = textOf(memberOf(schema, '$schema'))
    const { draft, vocabularies } = metaschema === undefined ? parent : dialectOf(metaschema)
    const isOnlyReference = draft <= 7 && Object.hasOwn(schema, '$ref')
    const id = isOnlyReference ? undefined : textOf(memberOf(schema, draft === 4 ? 'id' : '$id'))
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
      for (const [part, ...steps] of schemasIn(schema)) addSchema(part, home, [...place, ...steps])
    })
    return home
  }

  function dialectOf(uri: string): Dialect {
    const draft = draftNamed(uri)
    if (draft !== undefined) return { draft, vocabularies: undefined }
    const metaschema = find?.(uri.replace(/#$/, ''))
    const base = draftNamed(textOf(memberOf(metaschema, '$schema')) ?? '')
    if (base === undefined) throw new SchemaFault(`no draft of JSON Schema is known as ${uri}`, ['$schema'])
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
    const sentUri = reference.replace(/#[^]*$/, '')
    const resource = known.get(url.href) ?? otherDocument([sentUri, url.href])
    if (resource === undefined) throw new SchemaFault(`${reference} is neither in this schema nor held here`, location)
    if (fragment === '' || fragment.startsWith('/')) {
      return { ...followPointer(resource, fragment), dynamicAnchor: undefined }
    }
    const schema = resource.anchors.get(fragment)
    if (schema === undefined) throw new SchemaFault(`${reference} is the name of no schema`, location)
    const isDynamic = resource.dynamicAnchors.get(fragment) === schema
    return { schema, home: resource, dynamicAnchor: isDynamic ? fragment : undefined }

    function followPointer(start: SchemaResource, pointer: string): Omit<Target, 'dynamicAnchor'> {
      let [value, home] = [start.root, start]
      for (const step of pointerSteps(pointer)) {
        value = Array.isArray(value) && /^\d+$/.test(step) ? (value[Number(step)] as unknown) : memberOf(value, step)
        home = (isObject(value) && homes.get(value)) || home
      }
      if (value === undefined) throw new SchemaFault(`${reference} leads to nothing`, location)
      if (isObject(value) && !homes.has(value)) home = addSchema(value, home, pointerSteps(pointer))
      return { schema: value, home }
    }
  }

  /** @param uris the one in the reference and the resolved one, which becomes the URI of the document */
  function otherDocument(uris: readonly string[]): SchemaResource | undefined {
    for (const candidate of uris) {
      const found = candidate === '' ? undefined : find?.(candidate)
      if (found !== undefined) return addDocument(found, uris.at(-1) ?? candidate)
    }
    return undefined
  }
}

type Dialect = Pick<SchemaResource, 'draft' | 'vocabularies'>

function resourceOf(uri: string, root: unknown, dialect: Dialect): SchemaResource {
  return { uri, root, ...dialect, anchors: new Map(), dynamicAnchors: new Map() }
}

function addAnchors(schema: JsonObject, home: SchemaResource): void {
  const anchor = textOf(memberOf(schema, '$anchor'))
  const dynamicAnchor = textOf(memberOf(schema, '$dynamicAnchor'))
  if (anchor !== undefined) home.anchors.set(anchor, schema)
  if (dynamicAnchor !== undefined) {
    home.anchors.set(dynamicAnchor, schema)
    home.dynamicAnchors.set(dynamicAnchor, schema)
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
