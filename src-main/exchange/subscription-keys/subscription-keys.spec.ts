// Proves docs/contract/exchange.md, Requests.

import { beforeEach, describe, expect, it } from 'vitest'
import { testClock } from '../../../tests/support/service/test-service.ts'
import { localKey } from '../../crypto/keys.ts'
import { hashToken } from '../../crypto/token.ts'
import type { StoredSubscriptionKey } from './subscription-key-store.ts'
import { createSubscriptionKeys } from './subscription-keys.ts'

const clock = testClock()
let stored: StoredSubscriptionKey[]
let written: string[]
let isFull: boolean
let changes: number
let faults: unknown[]
let keys: ReturnType<typeof start>

beforeEach(() => {
  stored = []
  written = []
  faults = []
  isFull = false
  changes = 0
  keys = start()
})

function start(key = 7) {
  let ids = 0
  return createSubscriptionKeys({
    store: {
      list: () => stored.map((one) => ({ ...one, definitions: 0 })),
      find: (id) => stored.find((one) => one.id === id),
      findOwn: (purpose) => stored.find((one) => one.purpose === purpose),
      add: (one) => void stored.push(one),
      remove: (id) => void (stored = stored.filter((one) => one.id !== id)),
      noteUse(_id, at) {
        if (isFull) throw new Error('the disk is full')
        written.push(at)
      },
    },
    localKey: localKey(new Uint8Array(32).fill(key)),
    clock,
    newId: () => `key ${(ids += 1)}`,
    onChange: () => (changes += 1),
    log: { error: (_message, cause) => faults.push(cause) },
  })
}

describe('own keys', () => {
  it('are made once for each purpose', () => {
    const window = keys.own('window')

    expect([keys.own('window'), start().own('window')]).toEqual([window, window])
    expect(keys.own('verifier')).not.toBe(window)
    expect(stored.map(({ name, purpose }) => [name, purpose])).toEqual([
      ['Vaultbench window', 'window'],
      ['Verifier application', 'verifier'],
    ])
  })

  it('are stored sealed beside their hash, and open with the local key of the workspace only', () => {
    const key = keys.own('window')
    const [one] = stored

    expect(Buffer.from(one?.key_hash ?? []).equals(hashToken(key))).toBe(true)
    expect(Buffer.from(one?.sealed_key ?? []).includes(key)).toBe(false)
    expect(() => start(8).own('window')).toThrow('sealed bytes')
  })

  it('take another name when theirs is taken', () => {
    keys.create('Vaultbench window')

    keys.own('window')

    expect(stored.map(({ name }) => name)).toEqual(['Vaultbench window', 'Vaultbench window 2'])
  })

  it('of other programs are never stored in a form that opens', () => {
    const { subscription_key } = keys.create('Shop')

    expect(stored).toMatchObject([{ purpose: null, sealed_key: null }])
    expect(Buffer.from(stored[0]?.key_hash ?? []).equals(hashToken(subscription_key))).toBe(true)
  })
})

describe('noteUse', () => {
  const at = (ms: number) => keys.noteUse('k', ms)

  it('writes once a minute for each key', () => {
    at(0)
    at(59_999)
    at(60_000)
    keys.noteUse('other', 60_001)

    expect(written).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-01T00:01:00.000Z', '1970-01-01T00:01:00.001Z'])
    expect(changes).toBe(3)
  })

  it('writes again after the clock was moved back', () => {
    at(600_000)
    at(0)

    expect(written).toHaveLength(2)
  })

  it('refuses nobody when it cannot write', () => {
    isFull = true

    expect(() => {
      at(0)
    }).not.toThrow()
    expect(faults).toHaveLength(1)
  })
})
