import { describe, expect, it } from 'vitest'
import { contractPages, coverageOf, coverageTable, promisesOf, provenBy, taggedSpecs } from './coverage.ts'

const WALLET = 'docs/contract/wallet.md'

describe('what a spec says it proves', () => {
  it('is read from a comment of its own, over several lines and pages, at the head or at a test', () => {
    const source = [
      `// Proves ${WALLET}, Holding, Runs; docs/contract/vault.md, Items: creating,`,
      '// Slots.',
      "import { it } from 'vitest'",
      '',
      `  /** Proves ${WALLET}, Scenarios. It is slow (${WALLET}, Runs). */`,
      "  it('plays them')",
    ].join('\n')

    expect(provenBy(source)).toEqual([
      { page: WALLET, headings: ['Holding', 'Runs'], unresolved: undefined },
      { page: 'docs/contract/vault.md', headings: ['Items: creating', 'Slots'], unresolved: undefined },
      { page: WALLET, headings: ['Scenarios'], unresolved: undefined },
    ])
  })

  it('is not what a comment only cites, nor what a text says', () => {
    const source = [`// See ${WALLET}, Holding.`, '', `const text = '// Proves ${WALLET}, Holding.'`].join('\n')

    expect(provenBy(source)).toEqual([])
  })

  it('names what is no heading and no page', () => {
    expect(provenBy(`// Proves ${WALLET}, Holding, Hiding.`)).toEqual([
      { page: WALLET, headings: ['Holding'], unresolved: `no heading of ${WALLET} begins "Hiding."` },
    ])
    expect(provenBy('// Proves docs/contract/nowhere.md, Holding.')).toEqual([
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
      [WALLET],
      new Map([
        ['a.spec.ts', provenBy(`// Proves ${WALLET}, Holding.`)],
        ['b.spec.ts', provenBy(`// Proves ${WALLET}, Runs, Holding.`)],
      ]),
    )

    expect(rows.slice(0, 2)).toEqual([
      { page: WALLET, heading: 'Holding', specs: ['a.spec.ts', 'b.spec.ts'] },
      { page: WALLET, heading: 'Runs', specs: ['b.spec.ts'] },
    ])
    expect(coverageTable(rows.slice(0, 3))).toBe(
      [
        WALLET,
        '  Holding',
        '    a.spec.ts',
        '    b.spec.ts',
        '  Runs',
        '    b.spec.ts',
        '  Profiles',
        'proved by no spec: 1',
        `  ${WALLET}, Profiles`,
        '',
      ].join('\n'),
    )
  })

  it('is made of the pages and specs of the project', () => {
    expect(contractPages()).toContain(WALLET)
    expect([...taggedSpecs().keys()].filter((path) => !path.endsWith('.spec.ts'))).toEqual([])
  })
})
