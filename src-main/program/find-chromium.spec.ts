import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from './find-chromium.ts'

describe('findChromium', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'find-chromium-'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  function addProgram(name: string, mode = 0o755): string {
    const path = join(folder, name)
    writeFileSync(path, '')
    chmodSync(path, mode)
    return path
  }

  it('takes the program CHROMIUM_PATH names, before any on the PATH', () => {
    addProgram('chromium')
    const chosen = addProgram('my-browser')

    expect(findChromium({ PATH: folder, CHROMIUM_PATH: chosen }, 'linux')).toBe(chosen)
  })

  it('refuses a CHROMIUM_PATH that names no program, naming it', () => {
    expect(() => findChromium({ CHROMIUM_PATH: '/nowhere/chromium' }, 'linux')).toThrow('/nowhere/chromium')
  })

  it('finds Chrome on the PATH, where Chromium is not installed', () => {
    const chrome = addProgram('google-chrome')

    expect(findChromium({ PATH: `/nowhere:${folder}` }, 'linux')).toBe(chrome)
  })

  it('passes over a file that cannot be run', () => {
    addProgram('chromium', 0o644)

    expect(findChromium({ PATH: folder }, 'linux')).toBeUndefined()
  })
})
