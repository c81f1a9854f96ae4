// Proves docs/contract/workbench.md, Data directory.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePrivate } from './private-modes.ts'

describe.skipIf(process.platform === 'win32')('makePrivate', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'private-modes-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const modeOf = (path: string) => statSync(path).mode & 0o777
  const made = (name: string, mode: number) => {
    const path = join(folder, name)
    if (name.endsWith('/')) mkdirSync(path)
    else writeFileSync(path, '')
    chmodSync(path, mode)
    return path
  }

  it('takes from others what is ours, and says so', () => {
    const [database, files] = [made('vault.db', 0o666), made('files/', 0o777)]

    expect(makePrivate(database)).toBe(
      `other users of this computer could open ${database} (mode 666); this was corrected`,
    )
    makePrivate(files)

    expect([modeOf(database), modeOf(files)]).toEqual([0o600, 0o700])
  })

  it('lets others look into a folder that a person chose, and change nothing in it', () => {
    const [shared, open] = [made('shared/', 0o755), made('open/', 0o777)]

    expect(makePrivate(shared, 'chosen')).toBeUndefined()
    expect(makePrivate(open, 'chosen')).toContain('could change')

    expect([modeOf(shared), modeOf(open)]).toEqual([0o755, 0o755])
  })

  it('says nothing of what is private or not there', () => {
    expect([makePrivate(made('vault.db', 0o600)), makePrivate(join(folder, 'none'))]).toEqual([undefined, undefined])
  })
})
