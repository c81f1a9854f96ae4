// Proves docs/contract/exchange.md, Registries: contexts, Proofs: linked data.

/** What the direct way makes of a document is what the library makes of it, or it leaves the document to the library. */
import fc from 'fast-check'
import jsonld from 'jsonld'
import ContextResolver from 'jsonld/lib/ContextResolver.js'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../tests/support/draws.ts'
import { HONEST_DOCUMENTS } from '../../../tests/vectors/honest-documents/all.ts'
import { CONTEXTS_TO_IMPORT } from '../../../tests/vectors/honest-documents/contexts.ts'
import { SIGNED_DOCUMENTS } from '../../../tests/vectors/presentation-vectors.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { contextRegistry, CREDENTIALS_V1 } from '../registries/context-registry.ts'
import { contextAdder, contextCache } from './context-cache.ts'
import { unusual, usualExpansion } from './usual-expansion.ts'

type Find = (url: string) => JsonObject | undefined

function loaderOf(find: Find) {
  return (url: string) => {
    const document = find(url)
    if (document === undefined) return Promise.reject(new Error(url))
    return Promise.resolve({ documentUrl: url, document, tag: 'static' })
  }
}

/** The direct way, which keeps contexts from one document to the next. */
function directWay(find: Find) {
  const options = { documentLoader: loaderOf(find), contextResolver: contextCache(), base: '', eventHandler: unusual }
  const addContext = contextAdder(options)
  return (document: JsonObject) => usualExpansion(document, { options, addContext })
}

/** What the library says, with what it left out; undefined where it refuses the document. */
async function libraryOf(document: JsonObject, find: Find): Promise<object | undefined> {
  const contextResolver = new ContextResolver({ sharedCache: new Map() })
  const events: unknown[] = []
  try {
    const expanded = await jsonld.expand(document, {
      documentLoader: loaderOf(find),
      contextResolver,
      eventHandler: ({ event }) => events.push(event),
    })
    return { expanded, events }
  } catch {
    return undefined
  }
}

/** Of what is left to the library, each document has little, so that the direct way reads many to their end. */
function rarely(arbitrary: fc.Arbitrary<unknown>, usual: fc.Arbitrary<unknown> = fc.constant(undefined)) {
  return fc.oneof({ weight: 1, arbitrary }, { weight: 40, arbitrary: usual })
}

const KEYWORDS = fc.constantFrom('@id', '@type', '@value', '@graph', '@nest', 'relative')
const IRI = rarely(KEYWORDS, fc.constantFrom('urn:x:1', 'urn:x:2', 'http://x.example/3'))
const URLS = ['urn:c:0', 'urn:c:1', 'urn:c:2'] as const
const NAMES = ['a', 'b', 'c', 'T', 'U'] as const
const named = (arbitrary: fc.Arbitrary<unknown>) => Object.fromEntries(NAMES.map((name) => [name, arbitrary]))

const { context } = fc.letrec<{ context: unknown; term: unknown; type: unknown }>((tie) => ({
  context: fc.record({
    '@version': fc.constant(1.1),
    '@protected': rarely(fc.constant(true)),
    '@propagate': rarely(fc.boolean()),
    '@vocab': fc.option(fc.constant('urn:v:'), { nil: undefined }),
    '@language': rarely(fc.constantFrom('de', null)),
    '@base': rarely(fc.constantFrom('http://base.example/', null)),
    id: rarely(IRI, fc.constant('@id')),
    type: rarely(IRI, fc.constant('@type')),
    p: fc.constant({ '@id': 'urn:p:', '@prefix': true }),
    ...named(fc.option(tie('term'), { nil: undefined, freq: 1 })),
    T: tie('type'),
    U: tie('type'),
  }),
  term: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'context' },
    IRI,
    fc.record({
      '@id': IRI,
      '@type': rarely(fc.constant('@json'), fc.constantFrom(undefined, '@id', '@vocab', '@none', 'urn:t:1', 'p:t')),
      '@container': rarely(
        fc.constantFrom('@list', '@language', '@index', '@id'),
        fc.constantFrom<unknown[]>(...Array<undefined>(6), '@graph', '@set', ['@graph', '@set']),
      ),
      '@language': rarely(fc.constantFrom('en', null)),
      '@context': rarely(fc.constantFrom({}, null, [])),
    }),
    rarely(fc.constantFrom(null, { '@reverse': 'urn:x:1' }), IRI),
  ),
  type: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'context' },
    IRI,
    fc.record({ '@id': IRI, '@context': rarely(fc.constantFrom(null, []), tie('context')) }),
  ),
}))

const { node } = fc.letrec<{ node: JsonObject; value: unknown }>((tie) => ({
  node: fc.record(
    {
      '@context': fc.oneof(
        { weight: 4, arbitrary: rarely(fc.constantFrom(null, [])) },
        fc.array(fc.constantFrom(...URLS), { minLength: 1, maxLength: 2 }),
      ),
      ...named(rarely(tie('value'), fc.option(tie('value'), { nil: undefined }))),
      id: rarely(fc.constantFrom<unknown[]>('_:b', 'relative', '@id', 5), fc.constantFrom('urn:i:1', 'p:i')),
      type: rarely(fc.constantFrom('relative', '@id', []), fc.subarray(['T', 'U', 'p:T'], { minLength: 1 })),
      '@type': rarely(fc.constantFrom('T', 'U')),
      'p:more': fc.option(tie('value'), { nil: undefined }),
      unknown: rarely(fc.constant('x')),
    },
    { requiredKeys: [] },
  ),
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'node' },
    {
      weight: 6,
      arbitrary: rarely(
        fc.constantFrom<unknown[]>(null, [], {}, [['x']], { '@value': 'x' }, { '@list': ['x'] }, '@type'),
        fc.constantFrom<unknown[]>('x', 'T', 'p:y', 1, 1.5, true, ['x', 'y'], 'urn:x:9', { id: 'urn:x:1' }),
      ),
    },
    tie('node'),
    fc.array(tie('node'), { minLength: 1, maxLength: 2 }),
  ),
}))

/** Without what was not drawn. */
function asJson(drawn: unknown): JsonObject {
  return JSON.parse(JSON.stringify(drawn)) as JsonObject // an object was drawn
}

/** Names that mean something else below a node of the type T than within it. */
const withinType = (scoped: JsonObject) => ({
  a: 'urn:x:a',
  ...Object.fromEntries(Object.keys(scoped).map((name) => [name, `urn:outside:${name}`])),
  T: { '@id': 'urn:x:T', '@context': scoped },
})

/** Terms, and members that mean something else to who overlooks what they are. */
const TRICKY: readonly (readonly [string, JsonObject, JsonObject])[] = [
  ['a name as value', { a: { '@id': 'urn:x:a', '@type': '@vocab' }, b: 'urn:x:b' }, { a: 'b' }],
  ['a name as identifier', { a: { '@id': 'urn:x:a', '@type': '@id' }, b: 'urn:x:b' }, { a: 'b' }],
  ['a property in reverse', { a: { '@reverse': 'urn:x:a' } }, { a: { id: 'urn:x:2', 'urn:x:b': 'x' } }],
  ['a reference by a name of the type', withinType({ ref: '@id' }), { type: 'T', a: { ref: 'urn:x:2' } }],
  ['a value by a name of the type', withinType({ said: '@value' }), { type: 'T', a: { said: 'x' } }],
  ['a node below a type', withinType({ b: 'urn:x:b' }), { type: 'T', a: { id: 'urn:x:2', b: 'x', 'urn:x:c': 'y' } }],
  ['a type by another name', { kind: '@type', T: 'urn:x:T' }, { type: 'T', kind: 'T', 'urn:x:a': 'x' }],
  ['a graph of a text', { a: { '@id': 'urn:x:a', '@container': '@graph' } }, { a: 'x', 'urn:x:b': 'y' }],
  ['an empty node', { a: 'urn:x:a' }, { a: {} }],
  ['a language for all texts', { '@language': 'en', a: 'urn:x:a' }, { a: 'x' }],
]

describe('usualExpansion', () => {
  it.each(TRICKY)('%s › is what the library makes of it, or nothing', async (_name, terms, members) => {
    const find: Find = () => ({ '@context': { id: '@id', type: '@type', ...terms } })
    const document = { '@context': URLS[0], ...members }

    const expanded = await directWay(find)(document)

    const library = await libraryOf(document, find)
    expect(library).toBeDefined()
    expect([undefined, JSON.stringify(library)]).toContain(expanded && JSON.stringify({ expanded, events: [] }))
  })

  it('makes of any document what the library makes of it, or nothing', { tags: ['full'] }, async () => {
    let usual = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(context, { minLength: 3, maxLength: 3 }),
        fc.array(node, { minLength: 1, maxLength: 4 }),
        async (contexts, nodes) => {
          const find: Find = (url) => {
            const found = contexts[URLS.findIndex((known) => known === url)]
            return found === undefined ? undefined : { '@context': asJson(found) }
          }
          const expand = directWay(find)
          const documents = nodes.map((one) => asJson({ '@context': [URLS[0]], ...one }))
          for (const document of [...documents, ...documents]) {
            const expanded = await expand(document)
            if (expanded === undefined) continue
            usual += 1
            expect(JSON.stringify({ expanded, events: [] })).toBe(JSON.stringify(await libraryOf(document, find)))
          }
        },
      ),
      { numRuns: draws(1500, 50_000) },
    )
    expect(usual).toBeGreaterThan(200)
  })

  it('leaves no options of a usual proof to the library', async () => {
    const expand = directWay(contextRegistry().find)
    const options = {
      created: '2026-01-01T00:00:00Z',
      proofPurpose: 'assertionMethod',
      verificationMethod: 'did:x:y#z',
    }
    expect(await expand({ '@context': [CREDENTIALS_V1], type: 'Ed25519Signature2018', ...options })).toBeDefined()
  })

  it('makes of honest documents what the library makes of them', async () => {
    const { find } = contextRegistry({ find: (url) => CONTEXTS_TO_IMPORT.get(url) })
    const expand = directWay(find)
    let usual = 0
    const written = HONEST_DOCUMENTS.flatMap(({ credentials }) => credentials)
    for (const document of [...SIGNED_DOCUMENTS.map((one) => one.document as JsonObject), ...written]) {
      const expanded = await expand(document)
      if (expanded === undefined) continue
      usual += 1
      expect({ expanded, events: [] }).toEqual(await libraryOf(document, find))
    }
    expect(usual).toBeGreaterThan(written.length / 2)
  })
})
