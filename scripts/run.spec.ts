// Proves docs/contract/workbench.md, Serving.

import { execFile } from 'node:child_process'
import type { ExecFileOptions } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const SCRIPTS = fileURLToPath(new URL('.', import.meta.url))
const SYSTEM = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node'

let project: string

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'vaultbench-run-')))
  for (const name of ['interpreter.js', 'run.js', 'link-interpreter.js']) {
    cpSync(join(SCRIPTS, name), join(project, 'scripts', name))
  }
  writeFileSync(
    join(project, 'scripts/speak.ts'),
    `const words: string[] = process.argv.slice(2); console.log(...words)`,
  )
})

afterEach(() => {
  rmSync(project, { recursive: true, force: true })
})

describe('the first step of every script', () => {
  it.each([`node-${SYSTEM}`, `node-bin-${SYSTEM}`])('refuses another interpreter than that of %s', async (pinned) => {
    listInterpreter(pinned)

    expect(await run('run.js', 'speak')).toEqual({
      code: 1,
      output: '',
      errors: expect.stringContaining(
        `runs on the Node of its package ${pinned} (this is ${process.version}`,
      ) as string,
    })
  })

  it('refuses another interpreter though the package is there', async () => {
    installInterpreter(`node-${SYSTEM}`, writeEmpty)

    expect(await run('run.js', 'speak')).toMatchObject({ code: 1, output: '' })
  })

  it('runs on the interpreter of the package', async () => {
    installInterpreter(`node-${SYSTEM}`)

    expect(await run('run.js', 'speak', 'two', 'words')).toEqual({ code: 0, output: 'two words\n', errors: '' })
  })

  it.each([
    ['the folder a person is in, where npm starts what takes paths', 'program', {}, (person: string) => person],
    ['that folder for the application too', 'start', {}, (person: string) => person],
    ['the folder of the package, where nothing takes a path', 'speak', {}, () => project],
    ['the folder of the package, where npm runs another one', 'program', { npm_package_json: '/x' }, () => project],
    ['the folder of the package, where that of the person is gone', 'start', { INIT_CWD: '/gone' }, () => project],
  ])('is in %s', async (_what, script, env, folder) => {
    installInterpreter(`node-${SYSTEM}`)
    const person = mkdtempSync(join(tmpdir(), 'vaultbench-person-'))
    const where = `console.log(process.cwd(), process.env.INIT_CWD)`
    writeFileSync(join(project, `scripts/${script}.ts`), where)
    const ofNpm = { INIT_CWD: person, npm_package_json: join(project, 'package.json') }

    const { output } = await runIn(project, { ...ofNpm, ...env }, script)
    const inside = await runIn(join(project, 'scripts'), ofNpm, script)
    rmSync(person, { recursive: true })

    expect(output).toBe(`${folder(person)} undefined\n`)
    expect(inside.output).toBe(`${join(project, 'scripts')} undefined\n`)
  })

  it('keeps what it compiled for the next time', async () => {
    installInterpreter(`node-${SYSTEM}`)

    await run('run.js', 'speak')

    expect(readdirSync(join(project, 'node_modules/.cache/vaultbench/compiled'))).not.toEqual([])
  })

  it('runs on the Node of the machine where no package is listed for its system', async () => {
    listInterpreter('node-plan9-mips')

    expect(await run('run.js', 'speak', 'one')).toEqual({ code: 0, output: 'one\n', errors: '' })
  })
})

describe('the last step of npm ci', () => {
  it('fails where npm left the interpreter out', async () => {
    listInterpreter(`node-${SYSTEM}`)

    expect(await run('link-interpreter.js')).toEqual({
      code: 1,
      output: '',
      errors: expect.stringContaining(`npm did not install node-${SYSTEM}`) as string,
    })
  })

  it('fails where the interpreter does not run', async () => {
    installInterpreter(`node-${SYSTEM}`, writeEmpty)

    expect(await run('link-interpreter.js')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('does not run') as string,
    })
  })

  it('makes the command node where npm removed it, and leaves one that is there', async () => {
    installInterpreter(`node-${SYSTEM}`)

    expect(await run('link-interpreter.js')).toEqual({ code: 0, output: '', errors: '' })
    expect(realpathSync(join(project, 'node_modules/.bin', PROGRAM))).toBe(realpathSync(process.execPath))
    expect(await run('link-interpreter.js')).toEqual({ code: 0, output: '', errors: '' })
  })

  it('makes nothing where no package is listed for the system', async () => {
    listInterpreter('node-plan9-mips')

    expect(await run('link-interpreter.js')).toEqual({ code: 0, output: '', errors: '' })
  })
})

function listInterpreter(name: string): void {
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ type: 'module', optionalDependencies: { [name]: '1.0.0' } }),
  )
}

/** Lists the package and puts its program where npm does; it is the running one unless another is made. */
function installInterpreter(name: string, make = (path: string): void => symlinkSync(process.execPath, path)): void {
  listInterpreter(name)
  mkdirSync(join(project, 'node_modules', name, 'bin'), { recursive: true })
  make(join(project, 'node_modules', name, 'bin', PROGRAM))
}

function writeEmpty(path: string): void {
  writeFileSync(path, '')
}

/** The cache of whoever runs the tests is not that of the project. */
const { NODE_COMPILE_CACHE: _, ...env } = process.env

function run(script: string, ...args: readonly string[]): Promise<Outcome> {
  return start(script, args, { env })
}

/** A script as npm starts it: in a folder, with variables. */
function runIn(cwd: string, variables: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Outcome> {
  return start('run.js', args, { cwd, env: { ...env, ...variables } })
}

interface Outcome {
  readonly code: unknown
  readonly output: string
  readonly errors: string
}

function start(script: string, args: readonly string[], options: ExecFileOptions): Promise<Outcome> {
  return new Promise((done) => {
    execFile(process.execPath, [join(project, 'scripts', script), ...args], options, (error, output, errors) => {
      done({ code: error?.code ?? 0, output: String(output), errors: String(errors) })
    })
  })
}
