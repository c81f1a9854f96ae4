// Proves docs/contract/workbench.md, Commands.

// @module-tag full

import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { SIGNED_DOCUMENTS } from '../tests/vectors/presentation-vectors.ts'
import { chooseTestBrowser, chosenTestBrowser } from './test-browser.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MIB = 1024 ** 2
/** A Node that is older than the program needs. */
const OLD_NODE = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path) && majorOf(path) < 24)

const directory = mkdtempSync(join(tmpdir(), 'vaultbench-packed-'))
const app = folder('app')
const environment: NodeJS.ProcessEnv = {
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
  HOME: folder('home'),
  TMPDIR: folder('tmp'),
  npm_config_cache: folder('npm-cache'),
  npm_config_registry: 'http://127.0.0.1:9/', // nobody answers
}
const presentation = join(app, 'presentation.json')
let file: string

/** What is packed is built, and installed by npm. */
const PACKING_MS = 900_000

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/run.js', 'pack'], { cwd: ROOT })
  file = stdout.trim()
  await shell(`npm install ${file} --offline --no-audit --no-fund`, app)
  writeFileSync(presentation, JSON.stringify(SIGNED_DOCUMENTS[1].document))
}, PACKING_MS)
afterAll(() => rmSync(directory, { recursive: true, maxRetries: 20 }))

describe('the packed program', () => {
  it('holds every package once, and is small', () => {
    const manifests = globSync('node_modules/**/package.json', { cwd: app })
    const names = manifests.map((path) => (JSON.parse(readFileSync(join(app, path), 'utf8')) as { name: string }).name)
    const bytes = globSync('node_modules/**/*', { cwd: app, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + readFileSync(join(entry.parentPath, entry.name)).length, 0)

    expect(names.sort()).toEqual(['better-sqlite3', 'libsodium-sumo', 'libsodium-wrappers-sumo', 'vaultbench'])
    expect(globSync('node_modules/**/*.{node,wasm,map}', { cwd: app }).map((path) => basename(path))).toHaveLength(1)
    expect(bytes).toBeLessThan(60 * MIB)
  })

  it('names the licences of what it holds', () => {
    const notices = readFileSync(join(app, 'node_modules/vaultbench/THIRD-PARTY-NOTICES.md'), 'utf8')
    for (const name of ['jsonld', 'zod', 'vue', '@codemirror/view', 'ODRL']) expect(notices).toContain(name)
  })

  it('holds no HTTP client that could fetch a context', () => {
    const notices = readFileSync(join(app, 'node_modules/vaultbench/THIRD-PARTY-NOTICES.md'), 'utf8')
    for (const name of ['undici', '@digitalbazaar/http-client', 'ky']) expect(notices).not.toContain(`## ${name} `)
  })

  it('asks for a newer Node in one sentence', { skip: OLD_NODE === undefined }, async () => {
    const bin = join(app, 'node_modules/vaultbench/bin/vaultbench.js')
    const failed = await promisify(execFile)(OLD_NODE ?? '', [bin, '--version']).catch((fault: unknown) => fault)
    expect(failed).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/^Vaultbench runs on Node 24 .*\n$/) as string,
    })
  })

  it('verifies, runs a scenario, looks around and writes clients', async () => {
    expect(await shell('npx --offline vaultbench --version', app)).toBe('0.1.0\n')
    const verification = await shell(`npx --offline vaultbench verify ${presentation} --json`, app)
    expect(JSON.parse(verification)).toMatchObject({ valid: true })
    expect(await shell('npx --offline vaultbench scenario tampered-claim', app)).toContain('1 as expected, 0 not')
    expect(await shell('npx --offline vaultbench doctor --data data', app)).toContain('versions: Vaultbench 0.1.0')
    await shell('npx --offline vaultbench sdk --out clients', app)
    expect(existsSync(join(app, 'clients/vault/index.ts'))).toBe(true)
  })

  it('serves the window to a browser', async () => {
    await chooseTestBrowser(() => undefined)
    const { line, stop } = await serve(['node_modules/.bin/vaultbench', 'serve', '--memory', '--port', '0'], app)
    const browser = await chromium.launch(chosenTestBrowser())
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(150_000)
      await page.goto(line.ui)
      await page.getByText('No user signed in').first().waitFor()
    } finally {
      await browser.close()
    }
    expect(await stop()).toBe(0)
  })
})

describe('examples', () => {
  it('Dockerfile › installs the file and serves', async () => {
    const image = folder('image')
    const instructions = readFileSync(join(ROOT, 'examples/Dockerfile'), 'utf8').matchAll(/^([A-Z]+) (.*)$/gm)
    const argument = new Map(Array.from(instructions, ([, name = '', rest = '']) => [name, rest]))
    const here = (text: string): string => text.replaceAll(argument.get('WORKDIR') ?? expect.unreachable(), image)
    const [copied = '', copy = ''] = argument.get('COPY')?.split(' ') ?? []
    expect(globSync(copied, { cwd: join(file, '..') })).toEqual([basename(file)])
    copyFileSync(file, join(image, copy))
    await shell(here(argument.get('RUN') ?? expect.unreachable()), image)

    const words = ['ENTRYPOINT', 'CMD'].flatMap((name) => JSON.parse(argument.get(name) ?? '') as string[])
    const { line, stop } = await serve(
      words.map(here).map((word) => (word === '8080' ? '0' : word)),
      image,
    )
    expect((await fetch(`${line.url}/vault/version`)).status).toBe(200)
    expect(await stop()).toBe(0)
  })

  it('workflow.yml › installs the file, runs the scenarios and verifies', async () => {
    const checkout = folder('checkout')
    mkdirSync(join(checkout, 'tools'))
    copyFileSync(file, join(checkout, 'tools', basename(file)))
    copyFileSync(presentation, join(checkout, 'presentation.json'))
    const added = join(directory, 'added-path')
    writeFileSync(added, '')
    const { jobs } = parse(readFileSync(join(ROOT, 'examples/workflow.yml'), 'utf8')) as {
      jobs: { presentations: { steps: { run?: string }[] } }
    }
    for (const { run } of jobs.presentations.steps) {
      if (run === undefined) continue
      const PATH = [...readFileSync(added, 'utf8').trim().split('\n'), environment.PATH].join(delimiter)
      await shell(run, checkout, { PATH, RUNNER_TEMP: directory, GITHUB_PATH: added })
    }

    expect(readFileSync(join(checkout, 'scenarios.xml'), 'utf8')).toMatch(/<testsuite [^>]*failures="0" errors="0"/)
    expect(JSON.parse(readFileSync(join(checkout, 'verification.json'), 'utf8'))).toMatchObject({ valid: true })
  })
})

function folder(name: string): string {
  const path = join(directory, name)
  mkdirSync(path)
  return path
}

function majorOf(node: string): number {
  return Number.parseInt(execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1), 10)
}

/** @returns what it prints. @throws {Error} with its messages when it ends with another code than 0 */
async function shell(line: string, cwd: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...environment, ...more }
  return (await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', line], { cwd, env })).stdout
}

async function serve([program = '', ...args]: readonly string[], cwd: string) {
  const child = spawn(program, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const first: unknown[] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  return {
    line: JSON.parse(String(first[0])) as { readonly url: string; readonly ui: string },
    stop: async (): Promise<unknown> => {
      child.kill('SIGTERM')
      const [code] = (await ended) as readonly unknown[]
      return code
    },
  }
}
