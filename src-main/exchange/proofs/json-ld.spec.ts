// Proves docs/contract/exchange.md, Registries: contexts.

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { jsonLdOver } from './json-ld.ts'

/** What a library fails on that makes a text or a number of it, or looks for something in it. */
const UNREADABLE = ['{"toString":1}', '[{"toString":1}]', '{"length":{"toString":1}}', '[]', '[null]'].map(
  (text): unknown => JSON.parse(text),
)

const CONTEXT = {
  '@version': 1.1,
  '@vocab': 'urn:x:',
  '@language': 'en',
  '@direction': 'ltr',
  '@propagate': true,
  '@protected': true,
  term: {
    '@id': 'urn:x:term',
    '@type': '@id',
    '@container': ['@set'],
    '@context': { a: 'urn:x:a' },
    '@language': 'de',
    '@direction': 'rtl',
    '@protected': true,
    '@prefix': true,
    '@nest': '@nest',
    '@index': 'urn:x:i',
  },
  back: { '@reverse': 'urn:x:back' },
}

/** The context with one member that cannot be read, at the top and in its terms. */
function* faultyContexts(): Generator<readonly [string, unknown]> {
  for (const fault of UNREADABLE) {
    const shown = JSON.stringify(fault)
    yield [shown, fault]
    for (const name of Object.keys(CONTEXT)) yield [`${name} ${shown}`, { ...CONTEXT, [name]: fault }]
    for (const name of ['@base', '@import']) yield [`${name} ${shown}`, { ...CONTEXT, [name]: fault }]
    for (const name of Object.keys(CONTEXT.term)) {
      const term = { '@id': 'urn:x:term', [name]: fault }
      yield [`term ${name} ${shown}`, { '@version': 1.1, term }]
    }
    yield [`back ${shown}`, { back: { '@reverse': fault } }]
  }
}

/** The codes of everything that the document can be read for. */
async function codesOf(document: JsonObject, contexts: Readonly<Record<string, JsonObject>> = {}) {
  const jsonLd = jsonLdOver({ find: (url) => contexts[url] })
  const readings = [jsonLd.statementsOf(document), jsonLd.expansionOf(document), jsonLd.typeIrisOf(document)]
  const settled = await Promise.allSettled<unknown>(readings)
  return settled.map((one) => (one.status === 'fulfilled' ? 'read' : (one.reason as { code?: unknown }).code))
}

const NAMED = ['read', 'signature_invalid', 'context_unknown', 'context_conflict']

describe('a context that the library fails on', () => {
  it.each([...faultyContexts()])('%s › is no JSON-LD', async (_name, context) => {
    const members = { id: 'urn:x:1', type: 'T', term: 'urn:x:2', back: 'urn:x:3' }
    const held = { 'urn:c:1': { '@context': context } }

    const codes = [
      ...(await codesOf({ '@context': context, ...members })),
      ...(await codesOf({ '@context': 'urn:c:1', ...members }, held)),
    ]

    expect(codes.filter((code) => !NAMED.includes(String(code)))).toEqual([])
  })
})
