// Proves docs/contract/client-crypto.md, Proof of a value, Reading items, Files: keys.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemReply } from '../../../shared/contract/items.ts'
import type { Slot } from '../../../shared/contract/slots.ts'
import type { ShareFormat } from '../../crypto/connection-key-pair.ts'
import { newDataEncryptionKey, newVerificationKey } from '../../crypto/keys.ts'
import { sealSlotValue } from '../../crypto/seal.ts'
import type { ShareKey } from '../../crypto/share-format.ts'
import {
  newShareKey,
  openVerificationKey,
  sealOwnValue,
  sealShareValue,
  sealVerificationKey,
} from '../../crypto/share-format.ts'
import { sealVerificationKey as sealOwnVerificationKey } from '../../crypto/shared-value.ts'
import { readReencryptedSlots, readSharedSlots, shownSlot, withholdSlots } from './read-slots.ts'

const OWNERS = { itemId: 'item-of-owner', slotId: 'slot-of-owner' }
const COPY = { itemId: 'copy', slotId: 'slot-of-copy' }

type Cipher = Pick<Slot, 'encrypted_value' | 'encrypted_value_verification_key' | 'value_verification_hash'>

/** A copy as its recipient reads it; only what readers look at. */
function copyWith(cipher: Cipher): ItemReply {
  const slot = { id: COPY.slotId, original_id: OWNERS.slotId, name: 'number', ...cipher }
  return { item: { id: COPY.itemId, original_id: OWNERS.itemId }, slots: [slot] } as unknown as ItemReply
}

function sealed(shareKey: ShareKey, value: string): { [K in keyof Cipher]: string } {
  const made = sealOwnValue(shareKey, OWNERS, value)
  const hash = made?.value_verification_hash
  if (made === undefined || typeof hash !== 'string') throw new Error('not sealed')
  return { ...made, value_verification_hash: hash }
}

function read(shareKey: ShareKey, cipher: Cipher) {
  const [slot] = readSharedSlots(shareKey, copyWith(cipher))
  if (slot === undefined) throw new Error('no slot')
  return slot
}

/** The published hash tells texts apart up to U+00FF; beyond, `weakly_verified` says so. */
const latinText = fc.string({
  minLength: 1,
  maxLength: 40,
  unit: fc.integer({ min: 1, max: 0xff }).map((c) => String.fromCharCode(c)),
})
const anyText = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
const formats: readonly ShareFormat[] = ['pdv1', 'published']

describe.each(formats)('readSharedSlots, %s format', (format) => {
  it('verifies what the owner sealed', () => {
    fc.assert(
      fc.property(latinText, (value) => {
        const shareKey = newShareKey(format)
        expect(read(shareKey, sealed(shareKey, value))).toMatchObject({
          value,
          verification: 'verified',
          problem: null,
        })
      }),
    )
  })

  it('never gives out another value than the owner sealed, whatever an on-sharer seals instead', () => {
    fc.assert(
      fc.property(latinText, latinText, (value, other) => {
        fc.pre(value !== other)
        const shareKey = newShareKey(format)
        const cipher = { ...sealed(shareKey, value), encrypted_value: sealShareValue(shareKey, OWNERS, other) }
        expect(read(shareKey, cipher)).toMatchObject({ value: null, verification: 'changed' })
      }),
    )
  })

  it('gives out no value that another key or another hash stands beside', () => {
    fc.assert(
      fc.property(latinText, fc.constantFrom('pdv1', 'published'), (value, keyFormat) => {
        const shareKey = newShareKey(format)
        const original = sealed(shareKey, value)
        const otherKey = sealVerificationKey(shareKey, OWNERS, newVerificationKey(keyFormat))
        const foreign = sealed(shareKey, `${value}!`)
        for (const change of [
          { encrypted_value_verification_key: otherKey },
          { encrypted_value_verification_key: foreign.encrypted_value_verification_key },
          { value_verification_hash: foreign.value_verification_hash },
          { value_verification_hash: 'not a hash' },
        ])
          expect(read(shareKey, { ...original, ...change })).toMatchObject({ value: null, verification: 'changed' })
      }),
    )
  })

  it('opens nothing in which one character was changed', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.nat(),
        fc.constantFrom('encrypted_value', 'encrypted_value_verification_key'),
        (value, at, key) => {
          const shareKey = newShareKey(format)
          const original = sealed(shareKey, value)
          const cipher = { ...original, [key]: flipped(original[key], at) }
          expect(read(shareKey, cipher).value).toBeNull()
          expect(read(shareKey, cipher).problem).not.toBeNull()
        },
      ),
    )
  })

  it('says unverified where the hash or its key is missing', () => {
    const shareKey = newShareKey(format)
    const original = sealed(shareKey, 'C01X')

    expect(read(shareKey, { ...original, value_verification_hash: null }).verification).toBe('unverified')
    expect(read(shareKey, { ...original, encrypted_value_verification_key: null }).verification).toBe('unverified')
  })

  it('verifies the same after re-encryption, and refuses the same', () => {
    const shareKey = newShareKey(format)
    const original = sealed(shareKey, 'C01X')
    const own = newDataEncryptionKey()
    const key = openVerificationKey(shareKey, OWNERS, original.encrypted_value_verification_key)
    const reencrypt = (value: string) =>
      copyWith({
        ...original,
        encrypted_value: sealSlotValue(own, COPY, value),
        encrypted_value_verification_key: sealOwnVerificationKey({ key: own }, COPY, key),
      })

    expect(readReencryptedSlots({ dataEncryptionKey: own }, reencrypt('C01X'))[0]).toMatchObject({
      value: 'C01X',
      verification: 'verified',
    })
    expect(readReencryptedSlots({ dataEncryptionKey: own }, reencrypt('C01Y'))[0]).toMatchObject({
      value: null,
      verification: 'changed',
    })
  })
})

describe('withholdSlots', () => {
  it('shows neither a value nor whether there is one', () => {
    const empty = { encrypted_value: null, encrypted_value_verification_key: null, value_verification_hash: null }

    expect(withholdSlots(copyWith(empty))[0]).toMatchObject({ withheld: true, value: null, verification: null })
  })
})

/** Another letter in place of one of the payload; of a last character only the bits that count are changed. */
function flipped(text: string, at: number): string {
  const start = text.startsWith('pdv1.') ? text.lastIndexOf('.') + 1 : text.indexOf('.') + 1
  const end = text.startsWith('pdv1.') ? text.length : text.lastIndexOf('.')
  const place = start + (at % Math.max(1, end - start - 4))
  const other = text[place] === 'A' ? 'Q' : 'A'
  return `${text.slice(0, place)}${other}${text.slice(place + 1)}`
}

it('shownSlot › hides the value of a slot that names a file or folder, whatever it looks like', () => {
  const withoutFile = {
    slot_type_name: 'attachment',
    attachment_id: null,
    attachments_folder_id: null,
    classification_node_ids: [] as string[],
  } as Slot
  const ofFile = { ...withoutFile, attachment_id: 'a' }
  const ofFolder = { ...withoutFile, attachments_folder_id: 'f' }
  const beside = { withThumbnail: new Set<string>(), nodes: new Map() }
  const rest = { problem: null, withheld: false, verification: null, verificationKey: null }
  const value = `${'A'.repeat(43)}=`

  for (const slot of [ofFile, ofFolder]) {
    expect(shownSlot({ slot, value, ...rest }, beside)).toMatchObject({ state: 'hidden', value: null })
  }
  expect(shownSlot({ slot: ofFile, value: null, ...rest }, beside)).toMatchObject({ state: 'empty' })
  expect(shownSlot({ slot: withoutFile, value, ...rest }, beside)).toMatchObject({ state: 'readable', value })
})
