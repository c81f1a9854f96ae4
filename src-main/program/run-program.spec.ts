// Proves docs/contract/workbench.md, Commands.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runInProcess } from '../../tests/support/program/run-in-process.ts'
import { findOnPath } from './find-chromium.ts'
import { COMMANDS } from './command-table.ts'
import { commandsPage, completion, SHELLS } from './help.ts'

const NAMES = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[] // of this very table

describe('the table of commands', () => {
  it('is what docs/running.md says', () => {
    const page = readFileSync(fileURLToPath(new URL('../../docs/running.md', import.meta.url)), 'utf8')
    const [, between = ''] = /<!-- commands -->\n\n([^]*?)\n\n<!-- end of commands -->/.exec(page) ?? []

    expect(between).toBe(commandsPage())
  })

  it.each(NAMES)('%s › tells each of its options when it is asked for help', async (name) => {
    const { code, out, err } = await runInProcess([name, '--help'])

    expect([code, err]).toEqual([0, ''])
    const told = [...out.matchAll(/^ {2}--(\S+?)(?: \S+?)?(?:…)? {2,}\S/gm)].map(([, option]) => option)
    expect(told).toEqual(Object.keys(COMMANDS[name].options))
  })

  it.each(NAMES)('%s › refuses an option that it does not have, and names where help is', async (name) => {
    const { code, out, err } = await runInProcess([name, '--no-such-option'])

    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^there is no option --no-such-option/)
    expect(err).toMatch(new RegExp(`\nvaultbench ${name} --help tells more\n$`))
  })

  it.each([
    ['serve', '--prot'],
    ['verify', '--trsut'],
    ['doctor', '--jsn'],
  ])('%s %s › says which option may have been meant', async (name, option) => {
    const { err } = await runInProcess([name, option])

    expect(err).toMatch(/^there is no option --\w+; did you mean --(port|trust|json)\?\n/)
  })

  it.each(NAMES.filter((name) => COMMANDS[name].usage === ''))('%s › takes no word', async (name) => {
    const { code, err } = await runInProcess([name, 'word'])

    expect([code, err.split('\n')[0]]).toEqual([2, `${name} takes no word`])
  })
})

describe('the program', () => {
  it.each<[readonly string[], number, RegExp, RegExp]>([
    [['--help'], 0, /^vaultbench COMMAND .*\n\n {2}serve {4,}runs/s, /^$/],
    [['--version'], 0, /^0\.0\.0\n$/, /^$/],
    [[], 2, /^$/, /^name a command\n\nvaultbench COMMAND/],
    [['verfy'], 2, /^$/, /^there is no command verfy; did you mean verify\?\n/],
    [['constructor'], 2, /^$/, /^there is no command constructor\n/],
    [['something-else'], 2, /^$/, /^there is no command something-else\n/],
    [['completion'], 2, /^$/, /^name a shell: vaultbench completion bash\|zsh\|fish\n$/],
  ])('%j › %i', async (args, code, out, err) => {
    expect(await runInProcess(args)).toMatchObject({
      code,
      out: expect.stringMatching(out) as string,
      err: expect.stringMatching(err) as string,
    })
  })

  it('tells an error as JSON where that is asked for, and nothing beside it', async () => {
    const { code, out, err } = await runInProcess(['backup', '--json'])

    expect([code, err]).toEqual([2, ''])
    expect(JSON.parse(out)).toEqual({ error: { code: 'wrong_use', message: 'write vaultbench backup DIR FILE' } })
  })
})

describe('completion', () => {
  it.each(SHELLS)('%s › knows each command and option', (shell) => {
    const script = completion(shell)

    for (const name of NAMES) {
      expect(script).toContain(name)
      for (const option of Object.keys(COMMANDS[name].options)) expect(script).toContain(option)
    }
  })

  it.each<[string, string]>([
    ['vaultbench ver', 'verify'],
    ['vaultbench scenario --ju', '--junit'],
    ['vaultbench client-task-queue run', 'run-batch'],
    ['vaultbench completion zs', 'zsh'],
  ])('bash › %s is completed to %s', (line, word) => {
    const words = line.split(' ')
    const script = `${completion('bash')}
COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _vaultbench; echo "\${COMPREPLY[@]}"`

    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe(`${word}\n`)
  })

  it.skipIf(findOnPath('zsh') === undefined)('zsh › has no fault', () => {
    execFileSync('zsh', ['-n'], { input: completion('zsh') })
  })

  it.skipIf(findOnPath('fish') === undefined)('fish › completes an option', () => {
    const script = `${completion('fish')}\ncomplete -C "vaultbench scenario --ju"`

    expect(execFileSync('fish', ['-c', script], { encoding: 'utf8' })).toMatch(/^--junit\t/)
  })
})
