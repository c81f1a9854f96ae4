// Proves docs/contract/exchange.md, Registries: contexts.

import { expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { jsonLdOver } from './json-ld.ts'

const CONTEXTS: Readonly<Record<string, JsonObject>> = {
  'urn:c:base': { '@context': { '@version': 1.1, a: 'urn:x:a', b: 'urn:x:b' } },
  'urn:c:over': { '@context': { '@version': 1.1, '@import': 'urn:c:base', b: 'urn:x:other' } },
  'urn:c:scoped': {
    '@context': { '@version': 1.1, T: { '@id': 'urn:x:T', '@context': { '@import': 'urn:c:base' } }, type: '@type' },
  },
  'urn:c:far': { '@context': { '@version': 1.1, '@import': 'urn:c:none' } },
  'urn:c:twice': { '@context': { '@version': 1.1, '@import': 'urn:c:over' } },
}
const newJsonLd = () => jsonLdOver({ find: (url) => CONTEXTS[url] })

async function predicatesOf(jsonLd: ReturnType<typeof newJsonLd>, context: string): Promise<readonly string[]> {
  const { quads } = await jsonLd.statementsOf({ '@context': context, type: 'T', a: '1', b: '2' })
  return quads
    .map(({ predicate }) => predicate.value)
    .filter((name) => name.startsWith('urn:'))
    .sort()
}

it('an imported context brings its terms, and those beside it go over them', async () => {
  expect(await predicatesOf(newJsonLd(), 'urn:c:over')).toEqual(['urn:x:a', 'urn:x:other'])
  expect(await predicatesOf(newJsonLd(), 'urn:c:scoped')).toEqual(['urn:x:a', 'urn:x:b'])
})

it.each([
  ['urn:c:base', 'urn:c:over'],
  ['urn:c:over', 'urn:c:base'],
])('what %s says does not change what %s says afterwards', async (first, second) => {
  const jsonLd = newJsonLd()
  await predicatesOf(jsonLd, first)

  expect(await predicatesOf(jsonLd, second)).toEqual(await predicatesOf(newJsonLd(), second))
})

it.each(['urn:c:far', 'urn:c:twice'])('%s › cannot be read', async (context) => {
  await expect(predicatesOf(newJsonLd(), context)).rejects.toMatchObject({ code: 'context_unknown' })
})

it.each([
  ['refers to', { '@context': ['urn:c:base', 'https://unknown.example/v1'] }],
  ['imports', { '@context': { '@version': 1.1, '@import': 'https://unknown.example/v1' } }],
  [
    'imports for a term',
    { '@context': { t: { '@id': 'urn:x:t', '@context': { '@import': 'https://unknown.example/v1' } } } },
  ],
])('what a context %s and nobody registered is named', async (_how, context) => {
  const jsonLd = jsonLdOver({ find: (url) => (url === 'urn:c:new' ? context : CONTEXTS[url]) })

  await expect(jsonLd.expansionOf({ '@context': 'urn:c:new', '@id': 'urn:x:x' })).rejects.toMatchObject({
    code: 'context_unknown',
    message: 'no context is registered here as https://unknown.example/v1',
  })
})

it('contexts that take long to read are refused before they take any time', async () => {
  const scopedTerms = (count: number, context: JsonObject): JsonObject => {
    const terms = Array.from({ length: count }, (_, index) => [
      `t${index}`,
      { '@id': `urn:x:t${index}`, '@context': context },
    ])
    return { '@context': { '@version': 1.1, ...(Object.fromEntries(terms) as JsonObject) } }
  }
  const bombs: Readonly<Record<string, JsonObject>> = {
    ...CONTEXTS,
    'urn:c:fair': scopedTerms(200, { '@import': 'urn:c:base' }),
    'urn:c:b1': scopedTerms(600, { '@import': 'urn:c:base' }),
    'urn:c:b2': scopedTerms(1500, { '@import': 'urn:c:b1' }),
    'urn:c:b3': scopedTerms(1500, { '@import': 'urn:c:b2' }),
    'urn:c:self': scopedTerms(1, { '@import': 'urn:c:self' }),
    'urn:c:scopes': scopedTerms(6000, {}),
  }
  const jsonLd = jsonLdOver({ find: (url) => bombs[url] })

  expect(await predicatesOf(jsonLd, 'urn:c:fair')).toEqual([])
  for (const url of ['urn:c:b2', 'urn:c:b3', 'urn:c:self', 'urn:c:scopes']) {
    await expect(predicatesOf(jsonLd, url)).rejects.toMatchObject({ code: 'context_unknown' })
  }
})
