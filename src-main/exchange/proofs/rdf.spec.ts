// Proves docs/contract/exchange.md, Proofs: linked data.

import fc from 'fast-check'
import jsonld from 'jsonld'
import rdfCanonize from 'rdf-canonize'
import type { Quad } from 'rdf-canonize'
import { describe, expect, it } from 'vitest'
import { canonicalText, MAX_COMPARISONS } from './canonical-text.ts'
import { RDF } from './rdf-literal.ts'
import { toRdf } from './rdf.ts'

/** The library's own way, which is right and slow. */
const library = jsonld as unknown as {
  readonly expand: (document: unknown) => Promise<unknown[]>
  readonly toRDF: (expanded: unknown[], options: { readonly skipExpansion: true }) => Promise<Quad[]>
}

const P = 'https://e.example/p'
const Q = 'https://e.example/q'

async function bothWays(document: unknown): Promise<readonly [string, string]> {
  const expanded = await library.expand(document)
  const own = await canonicalText(toRdf(structuredClone(expanded)).quads)
  const quads = await library.toRDF(expanded, { skipExpansion: true })
  return [own, await rdfCanonize.canonize(quads, { algorithm: 'RDFC-1.0', maxDeepIterations: MAX_COMPARISONS })]
}

/** The library takes `5e-7` for an integer, and so for zero. */
const isRightInLibrary = (number: number) => Number.isInteger(number) || String(number).includes('.')

describe('toRdf', () => {
  it('a fraction written without a point › is a double', () => {
    const [{ object } = expect.unreachable()] = toRdf([{ [P]: [{ '@value': 5e-7 }] }]).quads
    expect(object).toMatchObject({ value: '5.0E-7', datatype: { value: 'http://www.w3.org/2001/XMLSchema#double' } })
  })

  it.each<[string, unknown]>([
    ['literals', { [P]: ['a', true, false, 1, -7, 1.5, 1e21, 2 ** 60, 0.1, 1.5e-9, 'é"\n\\'] }],
    [
      'typed literals',
      {
        [P]: [
          { '@value': 4, '@type': 'http://www.w3.org/2001/XMLSchema#double' },
          { '@value': '4', '@type': Q },
        ],
      },
    ],
    ['languages', { [P]: { '@value': 'x', '@language': 'en-GB' } }],
    ['JSON', { [P]: { '@value': { b: [1, 1e30, 'x'], a: null }, '@type': '@json' } }],
    ['lists', { [P]: { '@list': ['a', { '@id': 'urn:a' }, { '@list': [1] }] }, [Q]: { '@list': [] } }],
    ['types', { '@type': ['urn:t', '_:t'], '@id': 'urn:a' }],
    ['reverse', { '@id': 'urn:a', '@reverse': { [P]: [{ '@id': 'urn:b', [Q]: 'x' }, { [Q]: 'y' }] } }],
    ['included', { '@id': 'urn:a', '@included': [{ '@id': 'urn:b', [P]: 'x' }] }],
    ['graphs', { '@id': 'urn:g', '@graph': [{ [P]: { '@id': '_:x' } }, { '@id': '_:x', [Q]: 1 }] }],
    ['a graph under a name that is no IRI', [{ '@graph': [{ '@id': 'urn:a', [P]: 'x' }], '@id': 'b0' }, { [Q]: 1 }]],
    ['graphs without a name', { [P]: { '@graph': [{ '@id': 'urn:a', [Q]: 'x' }] } }],
    ['the same said twice', { '@id': 'urn:a', [P]: ['x', 'x', { '@id': 'urn:b' }, { '@id': 'urn:b' }] }],
    [
      'one node in two places',
      [
        { '@id': 'urn:a', [P]: 'x' },
        { '@id': 'urn:b', [Q]: { '@id': 'urn:a', [P]: 'y' } },
      ],
    ],
    ['texts with every character that is escaped', { [P]: String.fromCharCode(...Array(0x81).keys()) }],
    ['a text of a language without one', { [P]: ['x', { '@value': 'x', '@type': `${RDF}langString` }] }],
    ['one blank node', { [P]: 'x', [Q]: { '@id': 'urn:a' } }],
    [
      'a blank node that names itself and its graph',
      { '@id': '_:g', '@graph': [{ '@id': '_:g', [P]: { '@id': '_:g' } }] },
    ],
    ['blank nodes that differ', { [P]: [{ [P]: 'x' }, { [P]: 'y' }, { [Q]: { [P]: 'z' } }] }],
    ['blank nodes that differ only by others', { [P]: [{ [Q]: { [P]: 'x' } }, { [Q]: { [P]: 'y' } }] }],
    ['relative identifiers', { '@id': 'a', [P]: { '@id': 'b', [Q]: { '@id': 'urn:c', [P]: 'x' } } }],
    ['labels like those made here', { '@id': '_:b1', [P]: [{ '@id': '_:b0', [Q]: 1 }, { [Q]: 2 }] }],
  ])('%s › become the same statements as with the library', async (_name, document) => {
    const [own, theirs] = await bothWays(document)

    expect(own).toBe(theirs)
    expect(own).not.toBe('')
  })

  it('any tree of nodes › becomes the same statements', async () => {
    const { node } = fc.letrec<{ node: object; value: unknown }>((tie) => ({
      node: fc.record(
        {
          '@id': fc.constantFrom('urn:a', 'urn:b', '_:c', '_:d'),
          '@type': fc.constantFrom('urn:t', 'urn:u'),
          [P]: fc.array(tie('value'), { maxLength: 3 }),
          [Q]: tie('value'),
          '@graph': tie('node'),
        },
        { requiredKeys: [] },
      ),
      value: fc.oneof(
        { maxDepth: 3 },
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isRightInLibrary),
        fc.boolean(),
        tie('node'),
      ),
    }))

    await fc.assert(
      fc.asyncProperty(node, async (document) => {
        const [own, theirs] = await bothWays(document)
        expect(own).toBe(theirs)
      }),
      { numRuns: 200 },
    )
  })
})
