// Proves docs/contract/workbench.md, Serving.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeSecrets } from './serve-secrets.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vaultbench-test-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true })
})

function aFile(text: string, mode = 0o600): string {
  const path = join(directory, 'password')
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

describe('takeSecrets', () => {
  it('takes both from the environment, where they are not found any more, and warns of nothing', () => {
    const env = { VAULTBENCH_OPERATOR_PASSWORD: 'open sesame', VAULTBENCH_SUBSCRIPTION_KEY: 'let-me-in', HOME: 'here' }
    expect(takeSecrets({}, env)).toEqual({
      operatorPassword: { value: 'open sesame', isHandedOver: true },
      subscriptionKey: { value: 'let-me-in', isHandedOver: true },
      warnings: [],
    })
    expect(env).toEqual({ HOME: 'here' })
  })

  it('knows none where none is given; an empty variable is none', () => {
    const none = { operatorPassword: undefined, subscriptionKey: undefined, warnings: [] }
    expect(takeSecrets({}, {})).toEqual(none)
    expect(takeSecrets({}, { VAULTBENCH_OPERATOR_PASSWORD: '', VAULTBENCH_SUBSCRIPTION_KEY: '' })).toEqual(none)
  })

  it('prefers options, warns of those that everybody sees, and takes the variables away all the same', () => {
    const env = { VAULTBENCH_OPERATOR_PASSWORD: 'other', VAULTBENCH_SUBSCRIPTION_KEY: 'other' }
    const given = takeSecrets({ 'operator-password': 'open sesame', 'subscription-key': 'let-me-in' }, env)
    expect(given).toMatchObject({
      operatorPassword: { value: 'open sesame', isHandedOver: false },
      subscriptionKey: { value: 'let-me-in', isHandedOver: false },
    })
    expect(given.warnings).toEqual([
      expect.stringContaining('VAULTBENCH_OPERATOR_PASSWORD or --operator-password-file'),
      expect.stringContaining('VAULTBENCH_SUBSCRIPTION_KEY'),
    ])
    expect(given.warnings.join()).not.toMatch(/sesame|let-me/)
    expect(env).toEqual({})
  })

  it.each(['open sesame', 'open sesame\n', 'open sesame\r\n'])(
    'reads a file, without its last line end: %j',
    (text) => {
      const path = aFile(text)
      expect(takeSecrets({ 'operator-password-file': path }, { VAULTBENCH_OPERATOR_PASSWORD: 'other' })).toEqual({
        operatorPassword: { value: 'open sesame', isHandedOver: true },
        subscriptionKey: undefined,
        warnings: [],
      })
    },
  )

  it('warns of a file that others can read', () => {
    const path = aFile('open sesame', 0o644)
    expect(takeSecrets({ 'operator-password-file': path }, {}).warnings).toEqual([expect.stringContaining('chmod 600')])
  })

  it.each([
    ['two passwords', () => ({ 'operator-password': 'a', 'operator-password-file': aFile('b') }), 'exclude'],
    ['no file', () => ({ 'operator-password-file': join(directory, 'none') }), 'cannot be read'],
    ['a directory', () => ({ 'operator-password-file': directory }), 'cannot be read'],
    ['a large file', () => ({ 'operator-password-file': aFile('a'.repeat(4097)) }), '4 KiB'],
    ['an empty file', () => ({ 'operator-password-file': aFile('\n') }), '--operator-password takes'],
    ['two lines', () => ({ 'operator-password-file': aFile('a\nb\n') }), '--operator-password takes'],
  ])('refuses %s', (_, options, message) => {
    expect(() => takeSecrets(options(), {})).toThrow(message)
  })
})
