// Proves docs/contract/client-crypto.md, Updating shares.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReport } from './task-report.ts'

describe('readReport', () => {
  it('reads our own report as it was written', () => {
    const report = { tries: 2, step: 'send', reason: 'no', code: 'not_found', shares: 3, values: 12 } as const

    expect(readReport(report)).toEqual(report)
  })

  it('reads whatever another client wrote', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('tries', 'step', 'reason', 'code', 'other'), fc.jsonValue()),
        (report) => {
          expect(Object.keys(readReport(report))).toEqual(['tries', 'step', 'reason', 'code', 'shares', 'values'])
        },
      ),
    )
  })
})
