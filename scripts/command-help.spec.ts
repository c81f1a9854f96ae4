// Proves docs/contract/workbench.md, Serving.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { describeRows } from '../tests/support/tiers.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Each command as npm starts it, with every option it has. */
const COMMANDS: readonly [string, readonly string[]][] = [
  ['scripts/start.ts', ['--browser', '--demo', '--data DIR', '--port N', '--help']],
  ['bench/run.ts', ['--compare COMMIT', '--record', '--report', '--rounds N', '--help']],
  [
    'scripts/mutants.ts',
    [
      '--seed N',
      '--count N',
      '--commit COMMIT',
      '--at PLACE',
      '--tiers LIST',
      '--test-seconds N',
      '--full-seconds N',
      '--help',
    ],
  ],
]

const GENEROUS_MS = 60_000

describeRows('%s', COMMANDS, (command, options) => {
  it(
    'prints every option and ends well when asked for help',
    async () => {
      const { code, output, errors } = await run(command, '--help')

      expect([code, errors]).toEqual([0, ''])
      expect([...output.matchAll(/^ {2}(--\S+(?: [A-Z]+)?) {2,}\S/gm)].map(([, option]) => option)).toEqual(options)
    },
    GENEROUS_MS,
  )

  it(
    'prints them too when it refuses another one',
    async () => {
      const { code, output, errors } = await run(command, '--no-such-option')

      expect(code).toBeGreaterThan(0)
      expect(output).toBe('')
      for (const option of ["'--no-such-option'", ...options]) expect(errors).toContain(option)
    },
    GENEROUS_MS,
  )
})

it(
  'bench/run.ts › names the benchmarks, and refuses another name',
  async () => {
    expect((await run('bench/run.ts', '--help')).output).toContain('first-verification')
    for (const name of ['nonsense', 'constructor']) {
      const { code, errors } = await run('bench/run.ts', name)
      expect([code, errors]).toEqual([2, expect.stringContaining(`no benchmark ${name}`)])
    }
  },
  GENEROUS_MS,
)

function run(...args: readonly string[]): Promise<{ code: unknown; output: string; errors: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [...args], { cwd: ROOT }, (error, output, errors) => {
      done({ code: error?.code ?? 0, output, errors })
    })
  })
}
