// Proves docs/contract/window.md, Verification results.

import { expect, it } from 'vitest'
import type { AnsweredRequirement } from '../../../shared/contract/presentations.ts'
import { requirementRows } from './requirement-rows.ts'

const aRequirement = (pointer: string, nested: readonly AnsweredRequirement[] = []): AnsweredRequirement => ({
  pointer,
  name: null,
  rule: 'all',
  from: nested.length > 0 ? null : 'A',
  needed: { count: null, min: null, max: null, all: 1 },
  satisfied_count: 1,
  satisfied: true,
  nested: [...nested],
})

it('puts what a requirement is made of below it, however deep', () => {
  const rows = requirementRows([
    aRequirement('/0', [aRequirement('/0/0', [aRequirement('/0/0/0')])]),
    aRequirement('/1'),
  ])

  expect(rows.map(({ pointer, depth }) => [pointer, depth])).toEqual([
    ['/0', 0],
    ['/0/0', 1],
    ['/0/0/0', 2],
    ['/1', 0],
  ])
})
