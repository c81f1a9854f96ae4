// Proves docs/contract/workbench.md, Serving, Data directory.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { HELP, optionLines, defaultDataDirectory } from './command-options.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

it('options › one line each, in two columns', () => {
  const port = { type: 'string', value: 'N', help: 'where it listens' } as const

  expect(optionLines({ port, help: HELP })).toBe(['  --port N  where it listens', '  --help    prints this'].join('\n'))
})

it.each([
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/vaultbench'],
  ['linux', { XDG_DATA_HOME: '' }, join(homedir(), '.local/share', 'vaultbench')],
  ...['relative', './here', '../data', '~/data', ' /data'].map(
    (value) => ['linux', { XDG_DATA_HOME: value }, join(homedir(), '.local/share', 'vaultbench')] as const,
  ),
  ['darwin', {}, join(homedir(), 'Library/Application Support/Vaultbench')],
  ['win32', { APPDATA: 'roaming', XDG_DATA_HOME: '' }, join('roaming', 'Vaultbench')],
] as const)('data on %s with %o › lies where programs keep theirs', (platform, environment, directory) => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)

  expect(defaultDataDirectory()).toBe(directory)
})
