// Proves docs/contract/client-crypto.md, Envelope: contexts; docs/contract/workbench.md, Workspaces: locking.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { newKeyPair } from '../../crypto/key-pair.ts'
import { newShareKey, sealShareKey, wipeShareKey } from '../../crypto/share-format.ts'
import { sodium } from '../../crypto/sodium.ts'
import type { Account } from '../account/account.ts'
import type { OpenedShareKeys } from './opened-share-keys.ts'
import { createOpenedShareKeys } from './opened-share-keys.ts'

const [recipientId, itemId, otherId] = ['a recipient', 'an item', 'another item']
const pair = newKeyPair()
const shareKey = newShareKey('pdv1')
const forAll = sealShareKey(pair.publicKey, shareKey, { recipientId })
const forOne = sealShareKey(pair.publicKey, shareKey, { recipientId, itemId })
const opens = vi.spyOn(sodium, 'crypto_box_seal_open')

let wipeAccount: () => void
let keys: OpenedShareKeys

beforeEach(() => {
  opens.mockClear()
  let isLocked = false
  const wipes: (() => void)[] = []
  wipeAccount = () => {
    isLocked = true
    for (const wipe of wipes) wipe()
  }
  const account: Pick<Account, 'keys' | 'whenWiped'> = {
    keys() {
      if (isLocked) throw new ServiceError('user_locked', 'locked')
      return { dataEncryptionKey: shareKey.key }
    },
    whenWiped: (work) => wipes.push(work),
  }
  keys = createOpenedShareKeys(account as Account)
})

describe('createOpenedShareKeys', () => {
  it('opens a key of several items once, and gives each reader a copy', () => {
    const first = keys.open(pair, forAll, { recipientId, itemId })
    wipeShareKey(first)
    const second = keys.open(pair, forAll, { recipientId, itemId: otherId })

    expect(second).toMatchObject({ format: 'pdv1', kid: shareKey.kid })
    expect(Buffer.from(second.key)).toEqual(Buffer.from(shareKey.key))
    expect(opens).toHaveBeenCalledTimes(1)
  })

  it('opens a key of one item for no other one, kept or not', () => {
    const refusal: unknown = expect.objectContaining({ code: 'cannot_open' })
    expect(() => keys.open(pair, forOne, { recipientId, itemId: otherId })).toThrow(refusal)

    expect(keys.open(pair, forOne, { recipientId, itemId }).kid).toBe(shareKey.kid)
    expect(keys.open(pair, forOne, { recipientId, itemId }).kid).toBe(shareKey.kid)
    expect(opens).toHaveBeenCalledTimes(2)
    expect(() => keys.open(pair, forOne, { recipientId, itemId: otherId })).toThrow(refusal)
  })

  it.each([
    ['recipient', pair, { recipientId: 'somebody else', itemId }, 'cannot_open'],
    ['key pair', newKeyPair(), { recipientId, itemId }, 'wrong_key'],
  ])('opens what it keeps for no other %s', (_what, other, of, code) => {
    keys.open(pair, forAll, { recipientId, itemId })

    expect(() => keys.open(other, forAll, of)).toThrow(expect.objectContaining({ code }))
  })

  it('keeps one key, the last', () => {
    for (const text of [forAll, forOne, forAll]) keys.open(pair, text, { recipientId, itemId })

    expect(opens).toHaveBeenCalledTimes(3)
  })

  it('gives out nothing once the account is wiped', () => {
    keys.open(pair, forAll, { recipientId, itemId })
    wipeAccount()

    expect(() => keys.open(pair, forAll, { recipientId, itemId })).toThrow(
      expect.objectContaining({ code: 'user_locked' }),
    )
  })
})
