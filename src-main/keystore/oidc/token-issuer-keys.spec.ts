// Proves docs/contract/keystore.md, OpenID Connect.

import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { KeySet } from '../../../shared/contract/oidc-issuers.ts'
import { readingKeys } from './token-issuer-keys.ts'
import { KeysUnreadable } from './read-keys.ts'

const MINUTE_MS = 60_000
const key = (kid: string) => ({ ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), kid })
const [OLD, NEW] = [key('old'), key('new')]

/** Keys that are read from a place which holds what the test puts there; counts the readings. */
function keysFrom(first: KeySet | string) {
  const place = { content: first, readings: 0, nowMs: 0 }
  const keys = readingKeys(
    () => {
      place.readings += 1
      const { content } = place
      return typeof content === 'string' ? Promise.reject(new KeysUnreadable(content)) : Promise.resolve(content)
    },
    () => place.nowMs,
  )
  const kids = async (kid?: string) => {
    try {
      return (await keys.find(kid)).map((one) => one.kid)
    } catch (fault) {
      return fault instanceof KeysUnreadable ? fault.message : fault
    }
  }
  return { place, keys, kids }
}

describe('readingKeys', () => {
  it('reads when they are needed, and not again for ten minutes', async () => {
    const { place, keys, kids } = keysFrom({ keys: [OLD] })
    expect([place.readings, keys.state()]).toEqual([0, { usable: null, problem: null }])
    expect(await kids('old')).toEqual(['old'])
    place.nowMs = 10 * MINUTE_MS - 1
    expect(await kids('old')).toEqual(['old'])
    expect([place.readings, keys.state()]).toEqual([1, { usable: 1, problem: null }])
    place.content = { keys: [NEW] }
    place.nowMs += 1
    expect(await kids('old')).toEqual(['new'])
    expect(place.readings).toBe(2)
  })

  it('reads once for many who ask at the same time', async () => {
    const { place, kids } = keysFrom({ keys: [OLD] })
    expect(await Promise.all([kids('old'), kids('new'), kids()])).toEqual([['old'], ['old'], ['old']])
    expect(place.readings).toBe(1)
  })

  it('reads again for a key that is not there, but never twice within 30 seconds', async () => {
    const { place, kids } = keysFrom({ keys: [OLD] })
    await kids('old')
    place.content = { keys: [OLD, NEW] }
    place.nowMs = 29_999
    expect(await kids('new')).toEqual(['old'])
    place.nowMs = 30_000
    expect(await kids('new')).toEqual(['old', 'new'])
    expect(place.readings).toBe(2)
    for (let tries = 0; tries < 100; tries += 1) await kids(`nobody ${tries}`)
    expect(place.readings).toBe(2)
  })

  it('goes on with those from before for an hour while they cannot be read', async () => {
    const { place, keys, kids } = keysFrom({ keys: [OLD] })
    await kids('old')
    place.content = 'the address answered 500'
    place.nowMs = 60 * MINUTE_MS - 1
    expect(await kids('old')).toEqual(['old'])
    expect(keys.state()).toEqual({ usable: 1, problem: 'the address answered 500' })
    place.nowMs += 1
    expect(await kids('old')).toBe('the address answered 500')
  })

  it('says why they were never there, and tries again after 30 seconds', async () => {
    const { place, kids } = keysFrom('the address could not be reached')
    expect(await kids('old')).toBe('the address could not be reached')
    expect(await kids('old')).toBe('the address could not be reached')
    expect(place.readings).toBe(1)
    place.content = { keys: [OLD] }
    place.nowMs = 30_000
    expect(await kids('old')).toEqual(['old'])
  })

  it('a fault of the program is no problem of the issuer', async () => {
    const keys = readingKeys(
      () => Promise.reject(new TypeError('a bug')),
      () => 0,
    )
    await expect((async () => keys.find('x'))()).rejects.toThrow('a bug')
  })
})
