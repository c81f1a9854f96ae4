// @module-tag full

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installOthers, OthersMissing } from './others.ts'

let packages: string
let folder: string

beforeEach(() => {
  packages = mkdtempSync(join(tmpdir(), 'vaultbench-test-'))
  folder = join(packages, 'node_modules/.cache/others')
  mkdirSync(folder, { recursive: true })
  vi.spyOn(console, 'error').mockReturnValue()
  writeFileSync(join(folder, '.npmrc'), `offline=true\ncache=${packages}/cache\nupdate-notifier=false\n`)
  writeFileSync(join(packages, 'package.json'), JSON.stringify({ ...NAME, dependencies: { other: '2.0.0' } }))
  writeFileSync(join(packages, 'package-lock.json'), lockFile('2.0.0', { dependencies: { other: '2.0.0' } }))
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(packages, { recursive: true })
})

const NAME = { name: 'others', version: '1.0.0' }

function lockFile(version: string, root: object): string {
  const packages = { '': { ...NAME, ...root }, 'node_modules/other': { version } }
  return JSON.stringify({ ...NAME, lockfileVersion: 3, packages })
}

function haveInstalled(version: string): void {
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), lockFile(version, {}))
}

it('installOthers › leaves what is installed as the lock file says', () => {
  haveInstalled('2.0.0')

  installOthers(packages, folder)
  expect(console.error).not.toHaveBeenCalled()
})

it.each([
  ['nothing is', () => undefined],
  ['another version is', () => haveInstalled('1.0.0')],
])('installOthers › installs when %s installed, and tells what to do where npm cannot', (_, prepare) => {
  prepare()

  expect(() => {
    installOthers(packages, folder)
  }).toThrow(OthersMissing)
  expect(() => {
    installOthers(packages, folder)
  }).toThrow(/could not install them: [^]*other[^]*Call again with the registry/)
  expect(console.error).toHaveBeenCalledWith('json-server and Prism of bench/others are installed, once …')
})
