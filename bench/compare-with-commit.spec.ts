// @module-tag full

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasProgram } from '../tests/support/programs.ts'
import { BENCHMARKS } from './benchmarks.ts'
import { benchmarkNames, compareWithCommit } from './compare-with-commit.ts'

/** Holds a repository, what its benchmarks note, and what should be gone. */
let folder: string
let root: string
let printed: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultbench-test-'))
  root = join(folder, 'repository')
  printed = []
  mkdirSync(join(folder, 'temporary'))
  mkdirSync(root)
  vi.stubEnv('TMPDIR', join(folder, 'temporary'))
  // A hook of git, which may have started the tests, names its own repository in the environment.
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined)
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(...line.split('\n')))
  vi.spyOn(console, 'error').mockReturnValue()
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

it('benchmarkNames › finds all that there are', () => {
  const source = readFileSync(new URL('benchmarks.ts', import.meta.url), 'utf8')

  expect(benchmarkNames(source)).toEqual(Object.keys(BENCHMARKS))
})

describe.skipIf(!hasProgram('git'))('compareWithCommit (needs git)', () => {
  beforeEach(() => {
    git('init', '--quiet', '--initial-branch=main')
    writePackage()
    commitState('bench/run.ts', { http: { read: 100, removed: 5 }, pages: { page: 1 } }, 'before')
    rmSync(join(root, 'bench/run.ts'))
    commitState('bench/benchmarks.ts', { http: { read: 300, added: 7 }, start: { first: 2 } }, 'now')
  })

  it('measures there and here in turn, and prints ratios of pairs and which rows are new or gone', async () => {
    expect(await compareWithCommit({ root, commit: 'before', names: ['http'] })).toBe(true)

    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('before http\nnow http\n'.repeat(5))
    expect(printed[0]).toContain('here / before, median of 5 pairs')
    expect(printed.slice(1).map((line) => line.replace(/ {3,}/, ' | '))).toEqual([
      'read | product / floor 3.00 (3.00 to 3.00)  product 3.00 (3.00 to 3.00)',
      'added | new',
      'removed | gone',
    ])
    expectNothingLeft()
  })

  it('measures all without a name, and once where there is no other side', async () => {
    await compareWithCommit({ root, commit: 'before', names: [] })

    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe(
      `${'before http\nnow http\n'.repeat(5)}now start\nbefore pages\n`,
    )
    expect(printed).toContainEqual(expect.stringMatching(/^first +new$/))
    expect(printed).toContainEqual(expect.stringMatching(/^page +gone$/))
  })

  it('tells which benchmark failed and where, and goes on with the next one', async () => {
    commitState('bench/benchmarks.ts', { http: { read: 'no number' }, start: { first: 2 } }, 'broken')

    expect(await compareWithCommit({ root, commit: 'before', names: ['http', 'start'] })).toBe(false)

    expect(printed).toContainEqual(`http failed in ${root}:`)
    expect(printed).toContainEqual(expect.stringContaining('no number is measured'))
    expect(printed).toContainEqual(expect.stringMatching(/^first +new$/))
    expectNothingLeft()
  })

  it('refuses a commit and a name that are not there, and a commit without benchmarks', async () => {
    const refused = (commit: string, ...names: string[]) => expect(compareWithCommit({ root, commit, names })).rejects
    await refused('nonsense').toMatchObject({ exitCode: 2, message: 'there is no commit nonsense' })
    await refused('--all').toMatchObject({ exitCode: 2, message: 'there is no commit --all' })
    await refused('before', 'http', 'other').toMatchObject({ exitCode: 2, message: /no benchmark other,/ })
    rmSync(join(root, 'bench/benchmarks.ts'))
    git('commit', '--quiet', '--all', '--message', 'none')
    git('tag', 'without')
    git('checkout', '--quiet', 'now')
    await refused('without').toMatchObject({ exitCode: 2, message: 'without has no benchmarks' })
    expectNothingLeft()
  })

  it('refuses a commit whose packages cannot be installed, and says what npm says', async () => {
    rmSync(join(root, 'package-lock.json'))
    git('commit', '--quiet', '--all', '--message', 'no lock')

    await expect(compareWithCommit({ root, commit: 'HEAD', names: ['http'] })).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/^npm ci failed for [0-9a-f]{40}:\n[^]*package-lock/) as string,
    })
    expectNothingLeft()
  })
})

/** A repository whose `npm run bench` needs no packages. */
function writePackage(): void {
  const name = { name: 'measured', version: '1.0.0' }
  const scripts = { bench: 'node bench/write-results.js' }
  const files = {
    '.npmrc': 'audit=false\nfund=false\noffline=true\nupdate-notifier=false\n',
    '.gitignore': 'bench/results/\n',
    'package.json': JSON.stringify({ ...name, private: true, type: 'module', scripts }),
    'package-lock.json': JSON.stringify({ ...name, lockfileVersion: 3, requires: true, packages: { '': name } }),
    'bench/write-results.js': WRITE_RESULTS,
  }
  mkdirSync(join(root, 'bench'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
}

const WRITE_RESULTS = `
  import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
  const { calls, commit, figures } = JSON.parse(readFileSync('bench/figures.json', 'utf8'))
  const [name] = process.argv.slice(2)
  appendFileSync(calls, commit + ' ' + name + '\\n')
  const rows = Object.entries(figures[name]).map(([row, perSecond]) => {
    if (typeof perSecond !== 'number') throw new Error(perSecond + ' is measured')
    return { name: row, productPerSecond: perSecond, ratio: perSecond / 10 }
  })
  mkdirSync('bench/results', { recursive: true })
  writeFileSync('bench/results/latest.json', JSON.stringify({ rows }))
`

type FiguresByBenchmark = Readonly<Record<string, Readonly<Record<string, number | string>>>>

/** @param list where the commit lists its benchmarks */
function commitState(list: string, figures: FiguresByBenchmark, tag: string): void {
  const lines = Object.keys(figures).map((name) => `  ${name}: () => import('./${name}.ts'),\n`)
  writeFileSync(join(root, list), `const BENCHMARKS = {\n${lines.join('')}}\n`)
  const content = { calls: join(folder, 'calls'), commit: tag, figures }
  writeFileSync(join(root, 'bench/figures.json'), JSON.stringify(content))
  git('add', '--all')
  git('commit', '--quiet', '--message', tag)
  git('tag', tag)
}

function git(...args: readonly string[]): string {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  return execFileSync('git', [...author, ...args], { cwd: root, encoding: 'utf8' })
}

function expectNothingLeft(): void {
  expect(readdirSync(join(folder, 'temporary'))).toEqual([])
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1)
}
