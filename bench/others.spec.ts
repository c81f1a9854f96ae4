// @module-tag full

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installOthers, OthersMissing } from './others.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultbench-test-'))
  vi.spyOn(console, 'error').mockReturnValue()
  writeFileSync(join(folder, '.npmrc'), `offline=true\ncache=${folder}/cache\nupdate-notifier=false\n`)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...NAME, dependencies: { other: '2.0.0' } }))
  writeFileSync(join(folder, 'package-lock.json'), lockFile('2.0.0', { dependencies: { other: '2.0.0' } }))
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
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

  installOthers(folder)
  expect(console.error).not.toHaveBeenCalled()
})

it.each([
  ['nothing is', () => undefined],
  ['another version is', () => haveInstalled('1.0.0')],
])('installOthers › installs when %s installed, and tells what to do where npm cannot', (_, prepare) => {
  prepare()

  expect(() => {
    installOthers(folder)
  }).toThrow(OthersMissing)
  expect(() => {
    installOthers(folder)
  }).toThrow(/could not install them: [^]*other[^]*npm ci --ignore-scripts --prefix bench\/others/)
  expect(console.error).toHaveBeenCalledWith('npm ci in bench/others: installs json-server and Prism, once …')
})
