// Proves docs/contract/window.md, Everywhere: exports.

import { describe, expect, it } from 'vitest'
import { exportFileName, recordsText } from './records-file.ts'

interface Entry {
  readonly name: string
  readonly note: string | null
}

const SHAPE = {
  columns: ['note', 'name'] as const,
  cells: ({ name, note }: Entry) => ({ name, note }),
  line: (entry: Entry) => ({ ...entry, length: entry.name.length }),
}
const csv = (...entries: readonly Entry[]) => recordsText('csv', entries, SHAPE)

describe('recordsText', () => {
  it('writes CSV with a header, the columns in their order, and nothing for null', () => {
    expect(csv({ name: 'a', note: 'b' }, { name: 'c', note: null })).toBe('note,name\r\nb,a\r\n,c\r\n')
  })

  it('writes the header alone where there is nothing', () => {
    expect(csv()).toBe('note,name\r\n')
    expect(recordsText('jsonl', [], SHAPE)).toBe('')
  })

  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['a quote', 'say "a"', '"say ""a"""'],
    ['a line', 'a\nb', '"a\nb"'],
  ])('quotes %s', (_what, name, cell) => {
    expect(csv({ name, note: null })).toBe(`note,name\r\n,${cell}\r\n`)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('lets no spreadsheet run %j', (name) => {
    expect(csv({ name, note: null })).toBe(`note,name\r\n,'${name}\r\n`)
  })

  it('writes JSON as one list, nothing changed in it', () => {
    const text = recordsText('json', [{ name: '=1', note: null }], SHAPE)

    expect(JSON.parse(text)).toEqual([{ name: '=1', note: null, length: 2 }])
    expect(recordsText('json', [], SHAPE)).toBe('[]\n')
  })

  it('writes one JSON object a line, nothing changed in it', () => {
    expect(recordsText('jsonl', [{ name: '=1\n2', note: null }], SHAPE)).toBe(
      '{"name":"=1\\n2","note":null,"length":4}\n',
    )
  })
})

describe('exportFileName', () => {
  it('is made of words of any script, the day and the format', () => {
    const day = new Date('2026-01-31T23:59:00.000Z')

    expect(exportFileName(['Events', 'Ärzte & Söhne / "X"'], day, 'csv')).toBe('events-ärzte-söhne-x-2026-01-31.csv')
    expect(exportFileName(['IBAN', 'İnci Işık'], day, 'csv')).toBe('iban-inci-işık-2026-01-31.csv')
    expect(exportFileName(['हिन्दी', 'می\u200cخواهم'], day, 'csv')).toBe('हिन्दी-میخواهم-2026-01-31.csv')
  })
})
