import fc from 'fast-check'
import jsonld from 'jsonld'
import type { JsonLdOptions } from 'jsonld'
import { isObject, valueAt } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { ContextRegistry } from '../../../src-main/exchange/registries/context-registry.ts'

/* Ways to write the same statements in other members. None of them is sure to: who uses them compares the statements. */

export const REWRITING_CONTEXT = 'https://contexts.example/rewritings'
const VOCABULARY = 'https://terms.example/rewritings#'

/** A context with every kind of term that can be written in more than one way. */
export const REWRITING_CONTEXT_DOCUMENT: JsonObject = {
  '@context': {
    '@version': 1.1,
    id: '@id',
    type: '@type',
    ex: VOCABULARY,
    xsd: 'http://www.w3.org/2001/XMLSchema#',
    group: '@nest',
    included: '@included',
    set: '@set',
    value: '@value',
    TestCredential: 'ex:TestCredential',
    Person: 'ex:Person',
    Degree: 'ex:Degree',
    Active: 'ex:Active',
    Banned: 'ex:Banned',
    level: 'ex:level',
    label: 'ex:label',
    caption: 'ex:label',
    note: { '@id': 'ex:note', '@type': 'xsd:string' },
    count: { '@id': 'ex:count', '@type': 'xsd:integer' },
    since: { '@id': 'ex:since', '@type': 'xsd:date' },
    employer: { '@id': 'ex:employer', '@type': '@id' },
    state: { '@id': 'ex:state', '@type': '@vocab' },
    degree: 'ex:degree',
    grade: 'ex:grade',
    tags: 'ex:tags',
    roles: { '@id': 'ex:roles', '@container': '@set' },
    steps: { '@id': 'ex:steps', '@container': '@list' },
    title: { '@id': 'ex:title', '@container': '@language' },
    knows: 'ex:knows',
    data: { '@id': 'ex:data', '@type': '@json' },
    claim: { '@id': 'ex:claim', '@container': '@graph' },
    claims: { '@id': 'ex:claims', '@container': ['@graph', '@id'] },
    byName: { '@id': 'ex:byName', '@container': '@id' },
    byType: { '@id': 'ex:byType', '@container': '@type' },
    byKey: { '@id': 'ex:byKey', '@container': '@index', '@index': 'key' },
    key: 'ex:key',
    pupil: 'ex:pupil',
    said: 'ex:said',
    Student: { '@id': 'ex:Student', '@context': { grade: 'ex:studentGrade', mark: 'ex:grade' } },
    address: { '@id': 'ex:address', '@context': { label: 'ex:street', floor: 'ex:level' } },
    place: 'ex:place',
    Place: 'ex:place',
    manages: { '@reverse': 'ex:managedBy' },
    weight: { '@id': 'ex:weight', '@type': 'xsd:double' },
    town: { '@id': 'ex:town', '@nest': 'group' },
    kind: { '@id': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', '@type': '@vocab' },
    years: { '@id': 'ex:years', '@type': 'ex:Years' },
  },
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const OWN_IRIS: ReadonlyMap<string, string> = new Map(
  ['id', 'type'].map((name): [string, string] => [name, `@${name}`]),
)
const CREDENTIALS = 'https://www.w3.org/2018/credentials#'
const SECURITY = 'https://w3id.org/security#'
const OTHER_IRIS: ReadonlyMap<string, string> = new Map([
  ['created', 'http://purl.org/dc/terms/created'],
  ['expires', `${SECURITY}expiration`],
  ...['challenge', 'domain', 'proofPurpose', 'verificationMethod'].map((name): [string, string] => [
    name,
    SECURITY + name,
  ]),
  ...['statusPurpose', 'statusListIndex', 'statusListCredential'].map((name): [string, string] => [
    name,
    `https://w3id.org/vc/status-list#${name}`,
  ]),
  ...[
    'credentialSchema',
    'credentialStatus',
    'credentialSubject',
    'expirationDate',
    'holder',
    'issuanceDate',
    'issuer',
    'validFrom',
    'validUntil',
    'verifiableCredential',
  ].map((name): [string, string] => [name, CREDENTIALS + name]),
])

/** Picks below `limit`. */
type Pick = (limit: number) => number

/** What one way to rewrite makes of an object that stands at a place; undefined when it has nothing to do there. */
type Way = (node: JsonObject, around: { readonly root: JsonObject; readonly pick: Pick }) => JsonObject | undefined

function renamed(node: JsonObject, pick: Pick, nameOf: (name: string) => string | undefined): JsonObject | undefined {
  const names = Object.keys(node).filter((name) => nameOf(name) !== undefined)
  const name = names[pick(names.length)]
  if (name === undefined) return undefined
  const { [name]: value, ...others } = node
  return { ...others, [nameOf(name) ?? name]: value }
}

function iriOf(name: string): string | undefined {
  if (name.startsWith('@') || name.includes(':')) return undefined
  return OWN_IRIS.get(name) ?? OTHER_IRIS.get(name) ?? VOCABULARY + name
}

/** Another value for one member. */
function revalued(
  node: JsonObject,
  pick: Pick,
  change: (value: unknown, name: string) => unknown,
): JsonObject | undefined {
  const names = Object.keys(node).filter((name) => name !== '@context')
  const name = names[pick(names.length)]
  if (name === undefined) return undefined
  const value = change(node[name], name)
  return value === undefined ? undefined : { ...node, [name]: value }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const typeOfTerm: ReadonlyMap<string, string> = new Map([
  ['count', 'http://www.w3.org/2001/XMLSchema#integer'],
  ['note', 'http://www.w3.org/2001/XMLSchema#string'],
  ['since', 'http://www.w3.org/2001/XMLSchema#date'],
  ['expirationDate', 'http://www.w3.org/2001/XMLSchema#dateTime'],
])

const WAYS: Readonly<Record<string, Way>> = {
  'full IRI': (node, { pick }) => renamed(node, pick, iriOf),
  prefix: (node, { pick }) =>
    renamed(node, pick, (name) => {
      if (name.startsWith('@') || name.includes(':')) return undefined
      return OTHER_IRIS.get(name)?.replace(CREDENTIALS, 'cred:').replace(SECURITY, 'sec:') ?? `ex:${name}`
    }),
  synonym: (node, { pick }) =>
    renamed(node, pick, (name) => (name === 'label' ? 'caption' : name === 'caption' ? 'label' : undefined)),
  keyword: (node, { pick }) => renamed(node, pick, (name) => OWN_IRIS.get(name)),
  '@nest': (node, { pick }) => {
    const names = Object.keys(node).filter((name) => !name.startsWith('@'))
    const name = names[pick(names.length)]
    if (name === undefined) return undefined
    const { [name]: value, ...others } = node
    return { ...others, [pick(2) === 0 ? '@nest' : 'group']: { [name]: value } }
  },
  '@set': (node, { pick }) => revalued(node, pick, (value) => ({ [pick(2) === 0 ? '@set' : 'set']: value })),
  'a list around it': (node, { pick }) => revalued(node, pick, (value) => [value]),
  'no list around it': (node, { pick }) =>
    revalued(node, pick, (value) => (Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : undefined)),
  twice: (node, { pick }) => revalued(node, pick, (value) => [value, value]),
  'value object': (node, { pick }) =>
    revalued(node, pick, (value, name) => {
      if (typeof value === 'object') return undefined
      const type = typeOfTerm.get(name)
      const keyword = pick(2) === 0 ? '@value' : 'value'
      return type === undefined || pick(2) === 0 ? { [keyword]: value } : { [keyword]: value, '@type': type }
    }),
  'typed value object': (node, { pick }) =>
    revalued(node, pick, (value) => {
      const type = isText(value) ? 'string' : typeof value === 'number' ? 'integer' : undefined
      return (
        type && { '@value': pick(2) === 0 ? value : String(value), '@type': `http://www.w3.org/2001/XMLSchema#${type}` }
      )
    }),
  'number as text': (node, { pick }) =>
    revalued(node, pick, (value, name) => (name === 'count' && typeof value === 'number' ? String(value) : undefined)),
  'text as number': (node, { pick }) =>
    revalued(node, pick, (value, name) =>
      name === 'note' && isText(value) && /^\d+$/.test(value) ? Number(value) : undefined,
    ),
  'reference object': (node, { pick }) =>
    revalued(node, pick, (value) => (isText(value) ? { [pick(2) === 0 ? 'id' : '@id']: value } : undefined)),
  'reference text': (node, { pick }) =>
    revalued(node, pick, (value) => (isObject(value) && isText(value['id']) ? value['id'] : undefined)),
  'value as IRI': (node, { pick }) =>
    revalued(node, pick, (value, name) =>
      name === 'state' || name === 'type' ? (isText(value) ? VOCABULARY + value : undefined) : undefined,
    ),
  'value with prefix': (node, { pick }) =>
    revalued(node, pick, (value) =>
      isText(value) && value.startsWith(VOCABULARY) ? value.replace(VOCABULARY, 'ex:') : undefined,
    ),
  'language objects': (node, { pick }) =>
    revalued(node, pick, (value, name) =>
      name === 'title' && isObject(value)
        ? Object.entries(value).map(([language, text]) => ({ '@value': text, '@language': language }))
        : undefined,
    ),
  '@list': (node) => {
    const { steps, ...others } = node
    return Array.isArray(steps) ? { ...others, [`${VOCABULARY}steps`]: { '@list': steps } } : undefined
  },
  'two nodes': (node, { pick }) =>
    revalued(node, pick, (value) => {
      if (!isObject(value)) return undefined
      const { id, '@id': otherId, ...members } = value
      const own = id ?? otherId ?? (pick(2) === 0 ? '_:x' : undefined)
      const entries = Object.entries(members)
      if (own === undefined || entries.length === 0) return undefined
      const cut = pick(entries.length + 1)
      const [one, other] = [entries.slice(0, cut), entries.slice(cut)].map((part) => Object.fromEntries(part))
      return [
        { id: own, ...one },
        { id: own, ...other },
      ]
    }),
  '@direction': (node, { pick }) => {
    const layout = { '@direction': pick(2) === 0 ? 'ltr' : 'rtl' }
    if (isText(node['@value'])) return Object.hasOwn(node, '@type') ? undefined : { ...node, ...layout }
    return revalued(node, pick, (value) => (isText(value) ? { '@value': value, ...layout } : undefined))
  },
  '@index': (node, { pick }) => ({ ...node, '@index': `k${pick(9)}` }),
  'order of values': (node, { pick }) =>
    revalued(node, pick, (value, name) => (Array.isArray(value) && name !== 'steps' ? value.toReversed() : undefined)),
  'order of members': (node) => Object.fromEntries(Object.entries(node).toReversed()),
  'blank label': (node, { pick }) =>
    Object.hasOwn(node, 'id') || Object.hasOwn(node, '@id') || Object.hasOwn(node, '@value')
      ? undefined
      : { ...node, [pick(2) === 0 ? 'id' : '@id']: `_:n${pick(1000)}` },
  'case of languages': (node) => {
    const entries = Object.entries(node).map(([name, value]) =>
      name === '@language' && isText(value)
        ? [name, value.toUpperCase()]
        : [/^[a-z]{2}$/.test(name) ? name.toUpperCase() : name, value],
    )
    return Object.hasOwn(node, 'id') ? undefined : (Object.fromEntries(entries) as JsonObject)
  },
  'rdf:type': (node, { pick }) => {
    const types = [node['type'] ?? []].flat().filter(isText)
    const type = types[pick(types.length)]
    if (type === undefined || type.includes(':') || type.startsWith('Verifiable')) return undefined
    const others = types.filter((one) => one !== type)
    const { type: _type, ...members } = node
    return { ...members, ...(others.length > 0 && { type: others }), [`${RDF}type`]: { '@id': VOCABULARY + type } }
  },
  'nodes of a list': (node, { pick }) => {
    const { steps, ...others } = node
    if (!Array.isArray(steps)) return undefined
    const cut = pick(steps.length + 1)
    const rest: JsonObject = cut === steps.length ? { '@id': `${RDF}nil` } : { '@list': steps.slice(cut) }
    const cells = steps
      .slice(0, cut)
      .reduceRight<JsonObject>((tail, first: unknown) => ({ [`${RDF}first`]: first, [`${RDF}rest`]: tail }), rest)
    return { ...others, [`${VOCABULARY}steps`]: cells }
  },
  'graph object': (node, { pick }) => {
    const { claim, ...others } = node
    if (!isObject(claim)) return undefined
    const label = pick(2) === 0 ? { '@id': `_:g${pick(9)}` } : {}
    const idle = pick(2) === 0 ? [] : [{ '@id': 'urn:idle', '@index': 'k' }]
    return { ...others, [pick(2) === 0 ? 'claim' : `${VOCABULARY}claim`]: { ...label, '@graph': [claim, ...idle] } }
  },
  'node beside its mention': (node, { root, pick }) => {
    const names = Object.keys(node).filter((name) => isObject(node[name]) && isText(node[name]['id']))
    const name = names[pick(names.length)]
    const moved = name === undefined ? undefined : node[name]
    if (name === undefined || !isObject(moved) || node === root) return undefined
    return { ...node, [name]: { id: moved['id'] }, '@included': [...[node['@included'] ?? []].flat(), moved] }
  },
  '@included': (node, { root, pick }) => {
    if (node !== root) return undefined
    return movedOut(root, pick, (moved) => ({ [pick(2) === 0 ? '@included' : 'included']: [moved] }))
  },
  'another mention': (node, { root, pick }) => {
    if (node !== root || !isText(root['issuer'])) return undefined
    const issuer = root['issuer']
    return movedOut(root, pick, (moved) => (moved['id'] === issuer ? { issuer: moved } : {}))
  },
  '@reverse': (node, { root, pick }) => {
    if (node !== root) return undefined
    const { credentialSubject, ...others } = root
    if (!isObject(credentialSubject) || !isText(root['id'])) return undefined
    const reversed = { ...credentialSubject, '@reverse': { [`${CREDENTIALS}credentialSubject`]: { id: root['id'] } } }
    return { ...others, [pick(2) === 0 ? '@included' : 'included']: [reversed] }
  },
  '@graph': (node, { root, pick }) => {
    if (node !== root) return undefined
    const { '@context': context, ...body } = root
    const entries = Object.entries(body)
    const cut = pick(entries.length)
    if (pick(2) === 0) return { '@context': context, '@graph': [body] }
    const [one, other] = [entries.slice(0, cut), entries.slice(cut)].map((part) => Object.fromEntries(part))
    return {
      '@context': context,
      '@graph': [
        { id: body['id'], ...one },
        { id: body['id'], ...other },
      ],
    }
  },
}

/** One member of the subject, with the subject's name, put somewhere else. */
function movedOut(root: JsonObject, pick: Pick, place: (moved: JsonObject) => JsonObject): JsonObject | undefined {
  const subject = root['credentialSubject']
  if (!isObject(subject)) return undefined
  const names = Object.keys(subject).filter((name) => name !== 'id')
  const name = names[pick(names.length)]
  if (name === undefined) return undefined
  const { [name]: value, ...others } = subject
  return { ...root, credentialSubject: others, ...place({ id: subject['id'], [name]: value }) }
}

/** Functions of the library that the product does not use. */
const LIBRARY = jsonld as unknown as Readonly<
  Record<'compact' | 'flatten' | 'frame' | 'toRDF' | 'fromRDF', (...given: readonly unknown[]) => Promise<unknown>>
>

/** Ways that the JSON-LD library has to write a document down again; it is given the body. */
const LIBRARY_WAYS: Readonly<
  Record<string, (body: JsonObject, options: JsonLdOptions, pick: Pick) => Promise<unknown>>
> = {
  compaction: (body, options, pick) =>
    LIBRARY.compact(body, contextOf(body), { ...options, compactArrays: pick(2) === 0, graph: pick(4) === 0 }),
  flattening: (body, options, pick) =>
    LIBRARY.flatten(body, contextOf(body), { ...options, compactArrays: pick(2) === 0 }),
  framing: (body, options, pick) => {
    const embed = pick(2) === 0 ? '@always' : '@once'
    const frame = { ...contextOf(body), type: 'VerifiableCredential', '@explicit': false, '@embed': embed }
    return LIBRARY.frame(body, frame, { ...options, omitGraph: pick(2) === 0 })
  },
  'statements and back': async (body, options, pick) => {
    const quads = await LIBRARY.toRDF(body, options)
    const expanded = await LIBRARY.fromRDF(quads, { ...options, useNativeTypes: pick(2) === 0 })
    return LIBRARY.compact(expanded, contextOf(body), { ...options, compactArrays: pick(2) === 0 })
  },
}

const contextOf = (body: JsonObject): JsonObject => ({ '@context': body['@context'] })

export const WAY_NAMES: readonly string[] = [...Object.keys(WAYS), ...Object.keys(LIBRARY_WAYS)]

/** One rewriting; where and how is drawn from its numbers. */
export interface Rewriting {
  readonly way: string
  readonly picks: readonly number[]
}

export const aRewriting: fc.Arbitrary<Rewriting> = fc.record({
  way: fc.constantFrom(...WAY_NAMES),
  picks: fc.array(fc.nat(1000), { minLength: 5, maxLength: 5 }),
})

/** @returns the document itself where the way has nothing to do, or the library cannot go it */
export async function rewrite(
  document: JsonObject,
  { way, picks }: Rewriting,
  contexts: ContextRegistry,
): Promise<JsonObject> {
  const left = [...picks]
  const pick: Pick = (limit) => (limit === 0 ? 0 : (left.shift() ?? 0) % limit)
  const byLibrary = LIBRARY_WAYS[way]
  if (byLibrary !== undefined)
    return byLibraryOrNot(document, (body, options) => byLibrary(body, options, pick), contexts)
  const places = placesOfObjects(document, [])
  const place = places[pick(places.length)] ?? []
  const node = valueAt(document, place)
  const changed = isObject(node) ? WAYS[way]?.(node, { root: document, pick }) : undefined
  return changed === undefined ? document : (withValueAt(document, place, changed) as JsonObject)
}

/** By other contexts, which the holder chooses as well. @returns the document itself where the library cannot */
export async function rewriteWith(
  context: readonly string[],
  document: JsonObject,
  contexts: ContextRegistry,
): Promise<JsonObject> {
  return byLibraryOrNot(document, (body, options) => LIBRARY.compact(body, { '@context': context }, options), contexts)
}

async function byLibraryOrNot(
  { proof, ...body }: JsonObject,
  write: (body: JsonObject, options: JsonLdOptions) => Promise<unknown>,
  contexts: ContextRegistry,
): Promise<JsonObject> {
  const documentLoader = (url: string) =>
    Promise.resolve({ documentUrl: url, document: contexts.find(url), tag: 'static' })
  const written = await write(body, { documentLoader, algorithm: 'RDFC-1.0' } as unknown as JsonLdOptions).catch(
    () => body,
  )
  return { ...(isObject(written) ? written : body), ...(proof !== undefined && { proof }) }
}

function placesOfObjects(value: unknown, at: Location): readonly Location[] {
  if (Array.isArray(value)) return value.flatMap((part, index) => placesOfObjects(part, [...at, index]))
  if (!isObject(value)) return []
  const inside = Object.entries(value).flatMap(([name, part]) =>
    name === '@context' || name === 'proof' ? [] : placesOfObjects(part, [...at, name]),
  )
  return [at, ...inside]
}

function withValueAt(root: unknown, [step, ...rest]: Location, value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(root))
    return root.map((part: unknown, index) => (index === step ? withValueAt(part, rest, value) : part))
  return isObject(root) ? { ...root, [step]: withValueAt(root[String(step)], rest, value) } : root
}
