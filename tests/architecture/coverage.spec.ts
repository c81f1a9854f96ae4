import { expect, it } from 'vitest'
import { contractPages, coverageOf, taggedSpecs } from '../../scripts/coverage.ts'

/* Specs say which headings of the contract they prove (CONTRIBUTING.md); `npm run coverage-table` prints them. */

const tagged = taggedSpecs()

it('docs/contract › has a spec for each heading that says it proves it', () => {
  const unproven = coverageOf(contractPages(), tagged).filter(({ specs }) => specs.length === 0)

  expect(unproven.map(({ page, heading }) => `${page}, ${heading}`)).toEqual([])
})

it('specs › say that they prove headings of the contract, and no others', () => {
  const pages = contractPages()
  const faults = [...tagged].flatMap(([path, citations]) =>
    citations.flatMap(({ page, headings, unresolved }) => {
      if (unresolved !== undefined) return [`${path}: ${unresolved}`]
      if (!pages.includes(page)) return [`${path}: ${page} is no page of the contract`]
      return headings.length === 0 ? [`${path}: names no heading of ${page}`] : []
    }),
  )

  expect(faults).toEqual([])
})
