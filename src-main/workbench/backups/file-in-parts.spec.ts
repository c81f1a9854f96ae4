// Proves docs/contract/workbench.md, Backups.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFileInParts } from './file-in-parts.ts'

describe('a file in parts', () => {
  let folder: string
  let file: ReturnType<typeof createFileInParts>
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'file-in-parts-'))
    file = createFileInParts(() => join(folder, 'file'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const textOf = (start: number, bytes: number) => Buffer.from(file.part({ start, bytes }).data).toString()

  it('is taken part by part in order, and begins anew with the first one', () => {
    expect([file.add(0, Buffer.from('abc')), file.add(3, Buffer.from('de'))]).toEqual([3, 5])
    expect(() => file.add(3, Buffer.from('x'))).toThrow('The next part begins at 5.')
    expect(textOf(0, 10)).toBe('abcde')

    file.add(0, Buffer.from('z'))

    expect([textOf(0, 10), file.size()]).toEqual(['z', 1])
  })

  it('is given part by part, with where they are', async () => {
    await file.make((path) => {
      writeFileSync(path, 'abcde')
      return Promise.resolve()
    })
    expect(file.part({ start: 3, bytes: 10 })).toMatchObject({ byte_size: 5, first: 3, last: 4 })
    expect([textOf(1, 2), textOf(9, 2)]).toEqual(['bc', ''])
  })

  it('is not there before it is made, and after it is forgotten', async () => {
    expect(() => file.path()).toThrow('There is no such file any more.')
    file.add(0, Buffer.from('x'))
    file.forget()
    expect(() => file.part({ start: 0, bytes: 1 })).toThrow('There is no such file any more.')
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]))
  })
})
