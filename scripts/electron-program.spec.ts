import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findElectron } from './electron-program.ts'

describe('findElectron', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'electron-program-'))
    mkdirSync(join(folder, 'dist'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  it('finds the program its package names', () => {
    writeFileSync(join(folder, 'path.txt'), 'electron')
    writeFileSync(join(folder, 'dist/electron'), '')

    expect(findElectron(folder)).toBe(join(folder, 'dist/electron'))
  })

  it('finds nothing before the package fetched it', () => {
    expect(findElectron(folder)).toBeUndefined()
  })

  it('finds nothing when it was named but never unpacked', () => {
    writeFileSync(join(folder, 'path.txt'), 'electron')

    expect(findElectron(folder)).toBeUndefined()
  })
})
