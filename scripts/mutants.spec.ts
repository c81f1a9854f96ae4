// @module-tag full

import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasProgram } from '../tests/support/programs.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** A hook of git, which may have started the tests, names its own repository in the environment. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))

/** A product of one line in each file, and a gate that notices some of them. */
const FILES = {
  'package.json': JSON.stringify({
    type: 'module',
    scripts: { test: 'node gate.js shared/quick tests/lingers tests/loops', 'test:full': 'node gate.js shared/slow' },
  }),
  'vite.config.ts': "export default { test: { tags: [{ name: 'full' }] } }",
  'shared/near.ts': 'export const near = 0',
  'shared/near.spec.ts': [
    "import { expect, it } from 'vitest'",
    "import { near } from './near.ts'",
    "it('is near', () => expect(near).toBe(0))",
  ].join('\n'),
  'shared/quick.ts': 'export const value = 0',
  'shared/slow.ts': 'export const value = 0',
  'shared/loose.ts': 'export const value = 0',
  'tests/lingers.ts': 'export const value = 0',
  'tests/loops.ts': 'for (const a = {}, b = {}; a === b; );\nexport const value = 0',
  'gate.js': [
    'for (const path of process.argv.slice(2)) {',
    '  const { value } = await import(`./${path}.ts`)',
    '  if (value !== 0) console.log(`1 failed\\n  alone: node gate.js ${path}`)',
    "  if (value !== 0 && path === 'tests/lingers') await new Promise(() => setInterval(() => undefined, 1_000))",
    '  process.exitCode ||= value',
    '}',
  ].join('\n'),
  '.gitignore': 'node_modules',
}

let folder: string
let project: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultbench-mutants-'))
  project = join(folder, 'project')
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(project, name)), { recursive: true })
    writeFileSync(join(project, name), text)
  }
  const programs = globSync('scripts/{mutant,mutations,related-specs}*.ts', { cwd: ROOT, exclude: ['**/*.spec.ts'] })
  for (const path of [...programs, 'src-main/composition/command-options.ts']) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    cpSync(join(ROOT, path), join(project, path))
  }
  mkdirSync(join(project, 'node_modules'))
  for (const name of ['.bin', 'typescript', 'vitest', 'zod']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name))
  }
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

describe.skipIf(!hasProgram('git'))('mutants (needs git)', () => {
  beforeEach(() => {
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '-m', 'all')
  })

  it('are tried by the nearest specs, npm test and npm run test:full; what is left survived', async () => {
    const { code, output, errors } = await mutants('--count', '5', '--test-seconds', '60', '--full-seconds', '60')

    expect([code, errors], output).toEqual([1, ''])
    expect(output).toContain('related: found shared/near.ts:1 0 → 1 by shared/near.spec.ts > is near\n')
    expect(output).toContain('test: found shared/quick.ts:1 0 → 1 by node gate.js shared/quick\n')
    expect(output).toContain('full: found shared/slow.ts:1 0 → 1 by node gate.js shared/slow\n')
    expect(output).toContain('\nnpm test finds 2 of 3 that any tier finds, 66 % (goal 90 %)\n')
    expect(output).toContain(
      'survived: shared/loose.ts:1 0 → 1\n  in export const value = 0\n  alone: npm run mutants -- --at shared/loose.ts:1\n',
    )
    expectNothingLeft()
  })

  it('are tried one by one where a line is named, as often as it is asked, after npm test was timed', async () => {
    const at = ['--at', 'shared/quick.ts:1', '--tiers', 'test'] as const
    for (const { code, output } of [await mutants(...at), await mutants(...at)]) {
      expect(code).toBe(0)
      expect(output).toMatch(/npm test without a mutant[^]*npm test with 1 mutant\n/)
      expect(output).toContain('mutants: 1; found by related specs: 0, by npm test: 1,')
    }
  })

  it('are not there where a line has nothing to break', async () => {
    expect((await mutants('--at', 'shared/quick.ts:9')).errors).toBe('there is nothing to break at shared/quick.ts:9\n')
  })

  it('are found as soon as something failed, and where npm test does not end', async () => {
    const lingering = await mutants('--at', 'tests/lingers.ts:1', '--tiers', 'test', '--test-seconds', '600')
    const looping = await mutants('--at', 'tests/loops.ts:1', '--tiers', 'test', '--test-seconds', '1')

    expect(lingering.output).toContain('found tests/lingers.ts:1 0 → 1 by node gate.js tests/lingers\n')
    expect(looping.output).toContain('found tests/loops.ts:1 === → !== by npm test timed out\n')
  })

  it('stopped on the way leave nothing broken, and go on where they were', async () => {
    const looping = await mutants({ stopAt: 'with 1 mutant' }, '--at', 'tests/loops.ts:1', '--test-seconds', '600')
    const stopped = await mutants({ stopAt: 'mutants at once' }, '--count', '5', '--test-seconds', '600')

    for (const { code, errors } of [looping, stopped]) {
      expect([code, errors]).toEqual([1, 'stopped by SIGTERM; the same command goes on from here\n'])
    }
    expectNothingLeft()

    // As a run that was killed leaves it.
    writeFileSync(results(), '{"tier":"te', { flag: 'a' })
    mkdirSync(join(treeFolder(), 'tree/shared'), { recursive: true })
    writeFileSync(join(treeFolder(), 'tree/shared/near.ts'), 'export const near = 1')
    const { output } = await mutants('--count', '5', '--tiers', 'related', '--full-seconds', '9')

    expect(readFileSync(results(), 'utf8')).toMatch(/^(?:\{.*\}\n)+\{"tier":"full","normalSeconds":9\}\n$/)
    expect(output).not.toContain('related: ')
    expect(output).toContain('mutants: 5; found by related specs: 1, by npm test: 0,')
    expectNothingLeft()
  })

  it('are not looked for where a tier fails without them', async () => {
    writeFileSync(join(project, 'shared/quick.ts'), 'export const value = 1')
    git('commit', '--quiet', '--all', '-m', 'fault')

    const { code, errors } = await mutants('--count', '5', '--tiers', 'test')

    expect(code).toBe(1)
    expect(errors).toMatch(/^npm test failed without any mutant:\n[^]*alone: node gate.js shared.quick/)
    expectNothingLeft()
  })
})

it('mutants › take no number that is none', async () => {
  const { code, errors } = await mutants('--count', 'many')

  expect(code).toBe(2)
  expect(errors).toContain('count')
})

function expectNothingLeft(): void {
  expect(readdirSync(join(folder, 'tmp'))).toEqual([])
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1)
  expect(git('status', '--short')).toBe('')
}

const runOfSeedOne = (): string => `${git('rev-parse', 'HEAD').slice(0, 8)}-seed-1`

function treeFolder(): string {
  return join(folder, 'tmp', `vaultbench-mutants-${runOfSeedOne()}`)
}

function results(): string {
  return join(project, 'node_modules/.cache/vaultbench/mutants', `${runOfSeedOne()}.jsonl`)
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args],
    {
      cwd: project,
      env: ENVIRONMENT,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(stderr)
  return stdout
}

interface Said {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Ends the program by a signal as soon as it prints `stopAt`. */
function mutants(...args: readonly (string | { readonly stopAt: string })[]): Promise<Said> {
  const stopAt = args.find((one) => typeof one === 'object')?.stopAt
  const TMPDIR = join(folder, 'tmp')
  mkdirSync(TMPDIR, { recursive: true })
  const options = args.filter((one) => typeof one === 'string')
  const child = spawn(process.execPath, [join(project, 'scripts/mutants.ts'), ...options], {
    env: { ...ENVIRONMENT, TMPDIR, FORCE_COLOR: '1' },
  })
  const said = { output: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.output += text
    if (stopAt !== undefined && text.includes(stopAt)) child.kill('SIGTERM')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.errors += text))
  return new Promise((done) => {
    child.once('close', (code) => {
      done({ code, ...said })
    })
  })
}
