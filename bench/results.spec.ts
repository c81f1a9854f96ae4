import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasProgram } from '../tests/support/programs.ts'
import type { Run } from './results.ts'
import { checkedOutCommit, readRecorded, record, RECORDED, thisMachine } from './results.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultbench-test-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const aRun = (commit: string): Run => ({ at: '2026-01-01', commit, machine: thisMachine(), seconds: 1, rows: [] })

it('record › keeps the last run of each benchmark in their order, and none of one that is gone', () => {
  const path = join(folder, 'recorded.json')
  expect(readRecorded(path)).toEqual({})
  record({ http: aRun('1'), gone: aRun('1'), lists: aRun('1') }, ['http', 'gone', 'lists'], path)
  record({ lists: aRun('2'), pages: aRun('2') }, ['pages', 'lists', 'http', 'start'], path)

  const kept = Object.entries(readRecorded(path)).map(([name, { commit }]) => [name, commit])
  expect(kept).toEqual([
    ['pages', '2'],
    ['lists', '2'],
    ['http', '1'],
  ])
})

describe.skipIf(!hasProgram('git'))('checkedOutCommit (needs git)', () => {
  it('says whether what is measured differs, which a recording does not change', () => {
    // A hook of git, which may have started the tests, names its own repository in the environment.
    for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined)
    expect(checkedOutCommit(folder)).toBe('')
    git('init', '--quiet')
    for (const name of ['bench', 'docs']) mkdirSync(join(folder, name))
    for (const path of [RECORDED, 'docs/performance.md', 'measured.ts']) writeFileSync(join(folder, path), '1')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'all')
    const hash = git('rev-parse', '--short=8', 'HEAD').trim()

    writeFileSync(join(folder, RECORDED), '2')
    writeFileSync(join(folder, 'docs/performance.md'), '2')
    writeFileSync(join(folder, 'nobody-knows-it'), '2')
    expect(checkedOutCommit(folder)).toBe(hash)
    writeFileSync(join(folder, 'measured.ts'), '2')
    expect(checkedOutCommit(folder)).toBe(`${hash} + changes`)
  })
})

function git(...args: readonly string[]): string {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  return execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' })
}
