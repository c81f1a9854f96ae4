import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Candidate } from './test-browser.ts'
import { chooseTestBrowser, chosenTestBrowser, firstThatStarts } from './test-browser.ts'

let folder: string
let said: string[]
const say = (line: string) => void said.push(line)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-browser-'))
  said = []
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** A program that ends at once, as one does that lacks a library. */
function broken(name: string): Candidate {
  const executablePath = join(folder, name)
  writeFileSync(executablePath, '#!/bin/sh\necho "a library is missing" >&2\nexit 127\n')
  chmodSync(executablePath, 0o755)
  return { name, prepare: () => ({ executablePath, args: [], env: {} }) }
}

describe('firstThatStarts', () => {
  it('passes over what does not start or cannot be had, naming each, and says at last what to install', async () => {
    const absent: Candidate = {
      name: 'a download',
      prepare: () => Promise.reject(new Error('it could not be downloaded')),
    }

    await expect(firstThatStarts([broken('one'), absent], say)).rejects.toThrow('apt-get install chromium')

    expect(said).toEqual([
      expect.stringMatching(/^one does not start: /),
      'a download does not start: it could not be downloaded',
    ])
  })
})

describe('chooseTestBrowser', () => {
  it('takes the one that was chosen for the run, and looks for none', async () => {
    vi.stubEnv(
      'VAULTBENCH_TEST_BROWSER',
      JSON.stringify({ executablePath: '/chosen', args: ['--one'], env: { A: 'b' } }),
    )
    vi.stubEnv('CHROMIUM_PATH', '/nowhere')

    await chooseTestBrowser(say)

    expect(chosenTestBrowser()).toMatchObject({ executablePath: '/chosen', args: ['--one'] })
    expect(chosenTestBrowser().env).toMatchObject({ A: 'b', CHROMIUM_PATH: '/nowhere' })
  })

  it('takes no other browser than the one that CHROMIUM_PATH names', async () => {
    const { executablePath = '' } = await broken('mine').prepare()
    vi.stubEnv('VAULTBENCH_TEST_BROWSER', undefined)
    vi.stubEnv('CHROMIUM_PATH', executablePath)

    await expect(chooseTestBrowser(say)).rejects.toThrow('CHROMIUM_PATH')

    expect(said).toEqual([expect.stringContaining(executablePath)])
  })
})

describe('chosenTestBrowser', () => {
  it('before one was chosen › leaves it to Playwright', () => {
    expect(chosenTestBrowser({})).toEqual({})
  })
})
