// Proves docs/contract/workbench.md, Workspaces: keeping.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasRecord, readRecord, RECORD_FILES, writeRecord } from './record-files.ts'

const RECORD = {
  id: 'one',
  name: 'Häfen',
  protected: true,
  demo: false,
  created_at: '2026-01-01T00:00:00.000Z',
  last_opened_at: null,
  key_slots: [{ kind: 'passphrase', salt: 'AAAAAAAAAAAAAAAAAAAAAA', ops: 3 }],
  sealed_keys: 'pdv1.wk.AAAA',
}

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultbench-record-'))
  writeRecord(folder, RECORD)
})
afterEach(() => rmSync(folder, { recursive: true }))

const pathOf = (name: string) => join(folder, name)
const both = (change: (path: string) => void) => {
  for (const name of RECORD_FILES) change(pathOf(name))
}
const edit = (path: string, from: string, to: string) =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))

describe('the record of a workspace', () => {
  it('any one bit that changes in one of its two files, or the file being lost, changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...RECORD_FILES), fc.nat(), fc.nat(7), (name, at, bit) => {
        writeRecord(folder, RECORD)
        const bytes = readFileSync(pathOf(name))
        const place = at % bytes.length
        bytes[place] = (bytes[place] ?? 0) ^ (1 << bit)
        writeFileSync(pathOf(name), bytes)

        expect(readRecord(folder, 'one')).toEqual({ id: 'one', record: RECORD })
      }),
    )
    for (const name of RECORD_FILES) {
      writeRecord(folder, RECORD)
      rmSync(pathOf(name))
      expect(readRecord(folder, 'one')).toEqual({ id: 'one', record: RECORD })
    }
  })

  it('says what is wrong where both are damaged: a salt that changed is no wrong passphrase', () => {
    both((path) => {
      edit(path, 'AAAAAAAAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAAAAAAAB')
    })

    expect(readRecord(folder, 'one')).toEqual({
      id: 'one',
      problem: `${pathOf('workspace.json')} is damaged: its checksum is another one`,
    })
  })

  it('of before has no checksum, and is read', () => {
    both((path) => {
      writeFileSync(path, JSON.stringify(RECORD))
    })

    expect(readRecord(folder, 'one')).toEqual({ id: 'one', record: RECORD })
  })

  it('of a newer program holds with the members that this one does not know', () => {
    writeRecord(folder, { ...RECORD, colour: 'blue' } as typeof RECORD)

    expect(readRecord(folder, 'one')).toEqual({ id: 'one', record: RECORD })
  })

  it.each([
    ['it is not JSON', '{'],
    ['a field is missing or wrong', '{"id":"one"}'],
  ])('is refused where in both %s', (cause, text) => {
    both((path) => {
      writeFileSync(path, text)
    })

    expect(readRecord(folder, 'one')).toMatchObject({ problem: expect.stringContaining(cause) as unknown })
  })

  it('is written where there is no place for the second one, and none of before stays', () => {
    mkdirSync(`${pathOf(RECORD_FILES[1])}.new`)

    writeRecord(folder, { ...RECORD, name: 'Moved' })

    expect(readdirSync(folder).filter((name) => name === RECORD_FILES[1])).toEqual([])
    expect(readRecord(folder, 'one')).toMatchObject({ record: { name: 'Moved' } })
  })

  it('is missing where neither is there', () => {
    expect(hasRecord(folder)).toBe(true)
    rmSync(pathOf(RECORD_FILES[0]))
    expect(hasRecord(folder)).toBe(true)
    rmSync(pathOf(RECORD_FILES[1]))
    expect(hasRecord(folder)).toBe(false)
    expect(readRecord(folder, 'two')).toMatchObject({ problem: expect.stringContaining('is missing') as unknown })
  })
})
