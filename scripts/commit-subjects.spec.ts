import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasProgram } from '../tests/support/programs.ts'

const PROGRAM = fileURLToPath(new URL('commit-subjects.ts', import.meta.url))
/** A hook of git, which may have started the tests, names its own repository in the environment. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultbench-subjects-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!hasProgram('git'))('subjects of new commits (needs git)', () => {
  beforeEach(() => {
    git('init', '--quiet', '--initial-branch=main')
    commit('What was before the rule')
    git('tag', 'before')
  })

  it('are refused by commit and reason, and what was before is not looked at', async () => {
    commit('items: keep the slot')
    commit('items: keeps the slot')

    expect(await run('before')).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^commit [0-9a-f]{7,} begins with "keeps", which is not an imperative: items: keeps the slot\n$/,
      ) as string,
    })
  })

  it('are taken, whatever their merge is called', async () => {
    git('checkout', '--quiet', '-b', 'branch')
    commit('items: keep the slot')
    git('checkout', '--quiet', 'main')
    git('merge', '--quiet', '--no-ff', '-m', "Merge branch 'branch'", 'branch')

    expect(await run('before')).toEqual({ code: 0, output: '' })
  })

  it('are skipped in a clone without the commit they count from', async () => {
    expect(await run()).toEqual({ code: 0, output: expect.stringMatching(/^[^\n]*skipped: [^\n]*\n$/) as string })
  })

  it('are skipped outside of a repository', async () => {
    rmSync(join(folder, '.git'), { recursive: true })

    expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining('not a git repository') as string })
  })
})

it('subjects of new commits › are skipped where there is no git', async () => {
  const found = await run('before', { ...ENVIRONMENT, PATH: '' })

  expect(found).toEqual({ code: 0, output: 'subjects of commits were skipped: there is no git\n' })
})

function git(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: folder,
    env: ENVIRONMENT,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

function commit(subject: string): void {
  git('commit', '--quiet', '--allow-empty', '--cleanup=verbatim', '-m', subject)
}

function run(after?: string, env: NodeJS.ProcessEnv = ENVIRONMENT): Promise<{ code: unknown; output: string }> {
  return new Promise((done) => {
    const args = after === undefined ? [PROGRAM] : [PROGRAM, after]
    execFile(process.execPath, args, { cwd: folder, env: { ...env, LC_ALL: 'C' } }, (error, output, errors) => {
      done({ code: error?.code ?? 0, output: output + errors })
    })
  })
}
