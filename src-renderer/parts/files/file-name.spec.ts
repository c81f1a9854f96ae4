// Proves docs/contract/window.md, Files: screens.

import { expect, test } from 'vitest'
import { bytesText, savedFileName, shownFileName } from './file-name.ts'

test('a control of direction cannot hide the ending of a name', () => {
  expect(shownFileName('invoice\u202egnp.exe')).toBe('invoice\ufffdgnp.exe')
  expect(shownFileName('two\nlines.txt')).toBe('two\ufffdlines.txt')
})

test('a long name is cut in the middle and keeps its ending', () => {
  const shown = shownFileName(`${'a'.repeat(100)}.pdf.exe`, 24)
  expect(Array.from(shown)).toHaveLength(24)
  expect(shown.endsWith('.pdf.exe')).toBe(true)
})

test('a name to save under is no path', () => {
  expect(savedFileName('../../etc/passwd')).toBe('_.._etc_passwd')
  expect(savedFileName('..')).toBe('file')
  expect(savedFileName('a\u202eb.txt')).toBe('ab.txt')
})

test('bytes are said in the unit a person reads them in', () => {
  expect([0, 999, 1000, 1536, 4_194_304, 2_147_483_648].map(bytesText)).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '1.5 kB',
    '4.2 MB',
    '2.1 GB',
  ])
})
