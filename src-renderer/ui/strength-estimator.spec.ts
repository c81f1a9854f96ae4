// Proves docs/contract/window.md, Welcome.

import { expect, it } from 'vitest'
import { i18n } from '../i18n/i18n.ts'
import { estimate } from './strength-estimator.ts'

it('takes what others know for no strength', () => {
  const [alone, known] = [[], ['Persephone Wrzesniewski']].map((others) => estimate('Persephone Wrzesniewski', others))

  expect(alone?.score).toBe(4)
  expect(known?.score).toBe(0)
})

it('has words in the window for every advice it gives', () => {
  const asked = [
    'qwertyuiop',
    'aaaaaaa',
    'abcabcabc',
    'abcdef',
    '1987',
    '11.3.1999',
    '123456',
    'p@ssword',
    'Smith',
    'drow',
    'TRACTOR',
    'zxcvb',
  ]
  for (const { warning, suggestions } of asked.map((one) => estimate(one, []))) {
    for (const key of [
      ...(warning === null ? [] : [`warnings.${warning}`]),
      ...suggestions.map((one) => `suggestions.${one}`),
    ]) {
      expect(i18n.global.te(`ui.strength.${key}`), key).toBe(true)
    }
  }
})
