// Proves docs/contract/vault.md, Seeding.

import { describe, expect, it } from 'vitest'
import { requestedLanguage, labelFor, wantedLanguages } from './wanted-languages.ts'

describe('wantedLanguages', () => {
  it.each<[string | undefined, readonly string[]]>([
    [undefined, []],
    ['', []],
    ['*', ['*']],
    ['de-DE', ['de-de']],
    ['en, de;q=0.5, fr-BE ; q=0.9', ['en', 'fr-be', 'de']],
    ['de;q=0.5, fr;q=0.5, nl;level=1;q=0.7', ['nl', 'de', 'fr']],
    ['de;q=0, fr', ['fr']],
    ['de;q=x, <script>, de_DE, constructor, fr', ['fr']],
    ['de;q=1e9, nl;q=0x1, es;q=, it;q=-1, fr;q=0.9, en;q=1.000, sv;q=1', ['en', 'sv', 'fr']],
  ])('%s › %j', (header, wanted) => {
    expect(wantedLanguages({ 'accept-language': header })).toEqual(wanted)
  })

  it('reads at most 20 ranges', () => {
    const header = Array.from({ length: 21 }, (_, index) => `x-${index}`).join(',')
    expect(wantedLanguages({ 'accept-language': header })).toHaveLength(20)
  })
})

describe('requestedLanguage', () => {
  it.each([
    [undefined, 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['en-GB, de;q=0.5', 'en-gb'],
    ['fr;q=0.8', 'fr'],
    ['<script>', 'en'],
    ['de;q=0.1, en', 'en'],
    ['fr;q=0, *;q=0.1', 'en'],
    ['fr;q=0', 'en'],
    ['de_DE, fr', 'fr'],
  ])('%s › %s', (value, language) => {
    expect(requestedLanguage({ 'accept-language': value })).toBe(language)
  })
})

describe('labelFor', () => {
  const warranty = {
    label: 'Warranty',
    label_translations: JSON.stringify({
      'de-de': 'Garantie',
      'de-ch': 'Garantieschein',
      fr: 'Garantie (fr)',
      'fr-be': 'Garantie (be)',
      'nl-be': 'Garantiebewijs',
    }),
  }

  it.each<[readonly string[], string]>([
    [[], 'Warranty'],
    [['*'], 'Warranty'],
    [['es'], 'Warranty'],
    [['de-de'], 'Garantie'],
    [['de-ch-1901'], 'Garantieschein'],
    [['fr-ca'], 'Garantie (fr)'],
    [['fr-be'], 'Garantie (be)'],
    [['nl'], 'Garantiebewijs'],
    [['de-at'], 'Garantieschein'],
    [['es', 'nl-nl'], 'Garantiebewijs'],
    [['en-gb', 'de'], 'Warranty'],
    [['es', '*', 'de'], 'Warranty'],
    [['constructor', 'valueof'], 'Warranty'],
  ])('%j › %s', (languages, label) => {
    expect(labelFor(warranty, languages)).toBe(label)
  })

  it('serves an English translation before the label, which counts as English otherwise', () => {
    const translated = { label: 'Autokennzeichen', label_translations: JSON.stringify({ 'en-us': 'License plate' }) }
    expect(labelFor(translated, ['en'])).toBe('License plate')
    expect(labelFor({ ...translated, label_translations: null }, ['en'])).toBe('Autokennzeichen')
  })
})
