// Proves docs/contract/client-crypto.md, Keys made anew.

import { describe, expect, it } from 'vitest'
import { isUnderFormerKey, openingKey } from './data-keys.ts'
import { newDataEncryptionKey } from './keys.ts'
import { sealAesGcmText } from './published/aes-gcm.ts'
import { sealSlotValue } from './seal.ts'

const [present, first, second, stranger] = [1, 2, 3, 4].map(() => newDataEncryptionKey()) as [
  never,
  never,
  never,
  never,
]
const keys = { dataEncryptionKey: present, formerDataKeys: [first, second] }
const ours = (key: never) => sealSlotValue(key, { slotName: 'number' }, 'C01X') ?? ''
const published = (key: never) => sealAesGcmText(key, 'C01X')

describe.each([
  ['ours', ours],
  ['published', published],
])('openingKey, a text of the %s form', (_, seal) => {
  it.each([
    ['the present', present, present, false],
    ['the first', first, first, true],
    ['the second', second, second, true],
    ['a strange', stranger, present, false],
  ])('finds %s key', (_which, sealer, opener, isFormer) => {
    expect(openingKey(keys, seal(sealer))).toBe(opener)
    expect(isUnderFormerKey(keys, seal(sealer))).toBe(isFormer)
    expect(openingKey({ dataEncryptionKey: present }, seal(sealer))).toBe(present)
  })
})

it.each(['', 'pdv1', 'no envelope', 'Aes256Gcm.', 'Aes256Gcm.AA.AA'])(
  'openingKey › takes the present key for %j',
  (text) => {
    expect(openingKey(keys, text)).toBe(present)
  },
)
