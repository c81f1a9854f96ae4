import { describe, expect, it } from 'vitest'
import { contractPages, coverageOf, coverageTable, promisesOf, provenBy, taggedSpecs } from './coverage.ts'

const PAGE = 'docs/contract/exchange.md'

describe('what a spec says it proves', () => {
  it('is read from a comment of its own, over several lines and pages, at the head or at a test', () => {
    const source = [
      `// Proves ${PAGE}, Requests, Errors and results; docs/contract/vault.md, Items: creating,`,
      '// Slots.',
      "import { it } from 'vitest'",
      '',
      `  /** Proves ${PAGE}, Scenarios. It is slow (${PAGE}, Errors and results). */`,
      "  it('plays them')",
    ].join('\n')

    expect(provenBy(source)).toEqual([
      { page: PAGE, headings: ['Requests', 'Errors and results'], unresolved: undefined },
      { page: 'docs/contract/vault.md', headings: ['Items: creating', 'Slots'], unresolved: undefined },
      { page: PAGE, headings: ['Scenarios'], unresolved: undefined },
    ])
  })

  it('is not what a comment only cites, nor what a text says', () => {
    const source = [`// See ${PAGE}, Requests.`, '', `const text = '// Proves ${PAGE}, Requests.'`].join('\n')

    expect(provenBy(source)).toEqual([])
  })

  it('names what is no heading and no page', () => {
    expect(provenBy(`// Proves ${PAGE}, Requests, Hiding.`)).toEqual([
      { page: PAGE, headings: ['Requests'], unresolved: `no heading of ${PAGE} begins "Hiding."` },
    ])
    expect(provenBy('// Proves docs/contract/nowhere.md, Requests.')).toEqual([
      { page: 'docs/contract/nowhere.md', headings: [], unresolved: 'there is no docs/contract/nowhere.md' },
    ])
  })
})

describe('the coverage table', () => {
  it('has every heading below the title that promises something today', () => {
    expect(promisesOf('# Page\n\n## One\n\n### Detail\n\n## Two: three\n\n## Not built yet\n')).toEqual([
      'One',
      'Two: three',
    ])
  })

  it('lists the specs of a heading, and at its end the headings without one', () => {
    const rows = coverageOf(
      [PAGE],
      new Map([
        ['a.spec.ts', provenBy(`// Proves ${PAGE}, Requests.`)],
        ['b.spec.ts', provenBy(`// Proves ${PAGE}, Errors and results, Requests.`)],
      ]),
    )

    expect(rows.slice(0, 2)).toEqual([
      { page: PAGE, heading: 'Requests', specs: ['a.spec.ts', 'b.spec.ts'] },
      { page: PAGE, heading: 'Errors and results', specs: ['b.spec.ts'] },
    ])
    expect(coverageTable(rows.slice(0, 3))).toBe(
      [
        PAGE,
        '  Requests',
        '    a.spec.ts',
        '    b.spec.ts',
        '  Errors and results',
        '    b.spec.ts',
        '  Definitions',
        'proved by no spec: 1',
        `  ${PAGE}, Definitions`,
        '',
      ].join('\n'),
    )
  })

  it('is made of the pages and specs of the project', () => {
    expect(contractPages()).toContain(PAGE)
    expect([...taggedSpecs().keys()].filter((path) => !path.endsWith('.spec.ts'))).toEqual([])
  })
})
