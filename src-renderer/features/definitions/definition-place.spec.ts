// Proves docs/contract/window.md, Definitions.

import { expect, it } from 'vitest'
import { text } from '../../i18n/i18n.ts'
import { definitionName } from './definition-place.ts'

it('what a scenario made › is called by the scenario, as its request is, and else by its own name', () => {
  const title = definitionName({ name: 'Scenario: a slow pattern', scenario: 'backtracking-filter' })

  expect(title).not.toContain('Scenario:')
  expect(title).not.toBe('backtracking-filter')
  expect(definitionName({ name: 'Car hire', scenario: null })).toBe('Car hire')
  expect(definitionName({ name: null, scenario: null })).toBe(text('definitions.unnamed'))
})
