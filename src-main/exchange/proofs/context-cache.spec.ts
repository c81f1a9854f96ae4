// Proves docs/contract/exchange.md, Registries: contexts.

import fc from 'fast-check'
import jsonld from 'jsonld'
import ContextResolver from 'jsonld/lib/ContextResolver.js'
import { describe, expect, it, vi } from 'vitest'
import { memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { SIGNED_DOCUMENTS } from '../../../tests/vectors/presentation-vectors.ts'
import { contextRegistry, CREDENTIALS_V1, CREDENTIALS_V2 } from '../registries/context-registry.ts'
import { contextCache } from './context-cache.ts'

/** What the library comes with, for one reading of a document. */
function ownResolver(): ContextResolver {
  return new ContextResolver({ sharedCache: new Map() })
}

type Find = (url: string) => JsonObject | undefined

/** Everything that a reading says: the document, what was left out, or why it ended. */
async function reading(document: JsonObject, contextResolver: ContextResolver, find: Find): Promise<unknown> {
  const events: unknown[] = []
  try {
    const expanded = await jsonld.expand(document, {
      documentLoader: (url) => {
        const found = find(url)
        if (found === undefined) return Promise.reject(new Error(url))
        return Promise.resolve({ documentUrl: url, document: found, tag: 'static' })
      },
      contextResolver,
      eventHandler: ({ event }) => events.push(event),
    })
    return { expanded, events }
  } catch (error) {
    return { name: error instanceof Error ? error.name : '', code: memberOf(memberOf(error, 'details'), 'code') }
  }
}

const TYPES = ['T', 'U', 'V'] as const
const IRI = fc.constantFrom('urn:x:1', 'urn:x:2', 'urn:x:3')

/** Contexts for one node only, for a member only, protected, with a vocabulary or a language, in each other. */
const { context } = fc.letrec<{ context: JsonObject; definition: unknown; type: unknown }>((tie) => ({
  context: fc.record(
    {
      '@version': fc.constant(1.1),
      // Without a value where it is not wanted: the library takes false for a term.
      '@protected': fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constant(true)),
      '@propagate': fc.boolean(),
      '@vocab': fc.constant('urn:v:'),
      '@language': fc.constantFrom('de', 'en'),
      '@direction': fc.constantFrom('ltr', 'rtl'),
      a: tie('definition'),
      b: tie('definition'),
      c: tie('definition'),
      id: fc.constant('@id'),
      type: fc.constant('@type'),
      T: tie('type'),
      U: tie('type'),
      V: tie('type'),
    },
    { requiredKeys: ['@version'] },
  ),
  definition: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'context' },
    IRI,
    fc.record({ '@id': IRI, '@type': fc.constantFrom('@id', '@vocab', 'urn:t:1') }),
    fc.record({ '@id': IRI, '@context': tie('context') }),
    fc.record({ '@id': IRI, '@container': fc.constantFrom('@graph', '@list', '@set') }),
  ),
  type: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'context' },
    IRI,
    fc.record({ '@id': IRI, '@context': tie('context') }),
  ),
}))

const URLS = ['urn:c:0', 'urn:c:1', 'urn:c:2'] as const

const { node } = fc.letrec<{ node: JsonObject; value: unknown }>((tie) => ({
  node: fc.record(
    {
      '@context': fc.array(fc.constantFrom(...URLS), { minLength: 1, maxLength: 2 }),
      type: fc.subarray([...TYPES]),
      id: IRI,
      a: tie('value'),
      b: tie('value'),
      c: tie('value'),
      unknown: fc.constant('x'),
    },
    { requiredKeys: [] },
  ),
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'node' },
    fc.constantFrom('x', 1, true, 'urn:x:9'),
    tie('node'),
    fc.array(tie('node'), { maxLength: 2 }),
  ),
}))

describe('contextCache', () => {
  it('says of any document what the library says without it, the second time too', { tags: ['full'] }, async () => {
    const readings: unknown[] = []
    await fc.assert(
      fc.asyncProperty(
        fc.array(context, { minLength: 3, maxLength: 3 }),
        fc.array(node, { minLength: 1, maxLength: 4 }),
        async (contexts, nodes) => {
          const documents = nodes.map((one) => ({ '@context': [URLS[0]], ...one }))
          const find: Find = (url) => {
            const found = contexts[URLS.findIndex((known) => known === url)]
            return found && { '@context': JSON.parse(JSON.stringify(found)) as JsonObject }
          }
          const kept = contextCache()
          for (const document of [...documents, ...documents]) {
            const expected = await reading(document, ownResolver(), find)
            expect(await reading(document, kept, find)).toEqual(expected)
            readings.push(expected)
          }
        },
      ),
      { numRuns: 60 },
    )
    expect(readings.filter((one) => memberOf(one, 'expanded') !== undefined).length).toBeGreaterThan(100)
  })

  it('says of credentials and presentations what the library says without it', async () => {
    const { find } = contextRegistry()
    const kept = contextCache()
    const [credential, ...presentations] = SIGNED_DOCUMENTS.map(({ document }) => document as JsonObject)
    const second = { ...credential, '@context': [CREDENTIALS_V2], validFrom: '2026-01-01T00:00:00Z' }
    const conflict = { ...credential, '@context': [CREDENTIALS_V1, CREDENTIALS_V2] }
    const several = { ...presentations[0], verifiableCredential: [credential, { ...credential, id: 'urn:x:2' }] }

    for (let times = 0; times < 3; times += 1) {
      for (const document of [credential, ...presentations, second, conflict, several]) {
        if (document === undefined) throw new Error('a vector is missing')
        expect(await reading(document, kept, find)).toEqual(await reading(document, ownResolver(), find))
      }
    }
  })

  it('loads and reads each context once', async () => {
    const registry = contextRegistry()
    const find = vi.fn((url: string) => registry.find(url))
    const kept = contextCache()
    const [, { document }] = SIGNED_DOCUMENTS

    for (let times = 0; times < 3; times += 1) await reading(document, kept, find)

    expect(find.mock.calls.flat()).toEqual(document['@context'])
  })

  it('forgets when there are more contexts than it keeps', async () => {
    const kept = contextCache()
    const find = vi.fn((url: string) => ({ '@context': { a: `${url}:a` } }))
    const read = (number: number) => reading({ '@context': `urn:c:${number}`, a: 'x' }, kept, find)
    for (let number = 0; number < 1000; number += 1) await read(number)

    expect(await read(0)).toEqual({ expanded: [{ 'urn:c:0:a': [{ '@value': 'x' }] }], events: [] })
    expect(find).toHaveBeenCalledTimes(1001)
  })
})
