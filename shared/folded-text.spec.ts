import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiDigits, compareTexts, foldCase, foldForSearch } from './folded-text.ts'

describe('foldForSearch', () => {
  it.each([
    ['Müller', 'MULLER'],
    ['naïve café', 'naive cafe'],
    ['İstanbul', 'istanbul'],
    ['ΠΑΣΤΑ', 'πας'],
    ['Άγιος', 'αγιοσ'],
    ['مُحَمَّد', 'محمد'],
    ['ｶﾞﾗｽ', 'ガ'],
    ['ﬁle', 'FILE'],
    ['STRAẞE', 'strasse'],
    ['Straße', 'strass'],
    ['فاتورة ٢٠٢٥', '2025'],
    ['請求書２０２５', '2025'],
    ['Invoice 2025', '२०२५'],
  ])('%j is found by %j', (text, typed) => {
    expect(foldForSearch(text)).toContain(foldForSearch(typed))
  })

  it.each([
    ['か', 'が'],
    ['कि', 'की'],
  ])('%j is not found by %j, whose marks are letters', (text, typed) => {
    expect(foldForSearch(text)).not.toContain(foldForSearch(typed))
  })

  it('is the same for every normal form and case, and folds once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldForSearch(text)
        expect(foldForSearch(text.normalize('NFD'))).toBe(folded)
        expect(foldForSearch(folded)).toBe(folded)
        expect(foldCase(foldCase(text))).toBe(foldCase(text))
      }),
    )
  })
})

describe('asciiDigits', () => {
  it.each(['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '０１２３４５６７８９', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗', '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿'])(
    '%s',
    (digits) => {
      expect(asciiDigits(`-${digits},½²Ⅷ五`)).toBe('-0123456789,½²Ⅷ五')
    },
  )
})

describe('compareTexts', () => {
  it('sorts as a person would, in any language of the system', () => {
    const sorted = ['Zebra', 'äpfel', 'Item 10', 'item 9', 'Apfel', 'Łódź', 'lodz 2'].toSorted(compareTexts)

    expect(sorted).toEqual(['äpfel', 'Apfel', 'item 9', 'Item 10', 'Łódź', 'lodz 2', 'Zebra'])
  })
})
