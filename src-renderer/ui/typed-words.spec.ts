// Proves docs/contract/window.md, Everywhere: lists.

import { expect, it } from 'vitest'
import { holdsWords } from './typed-words.ts'

const PERSON = ['Bob Okafor', null, 'bob@example.test', undefined]

it.each(['', '  ', 'okafor', 'OKA', 'okafor bob', 'test bob', ' bob   oka '])('%j is found', (typed) => {
  expect(holdsWords(PERSON, typed)).toBe(true)
})

it.each(['carlos', 'bob carlos', 'bobokafor', 'null', 'undefined'])('%j is not found', (typed) => {
  expect(holdsWords(PERSON, typed)).toBe(false)
})
