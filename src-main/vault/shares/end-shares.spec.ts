// Proves docs/contract/vault.md, Shares: on-sharing.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allAtOnce } from '../../../shared/steps.ts'
import { createShareEnder } from './end-shares.ts'
import { orphanedShares } from './on-share-rules.ts'
import type { CopyPlace, ShareStore, StoredShare } from './share-store.ts'

const PEOPLE = ['ada', 'bob', 'cyd', 'dan', 'eve', 'fay'] as const
const shared = fc.record({
  sender_id: fc.constantFrom(...PEOPLE),
  recipient_id: fc.constantFrom(...PEOPLE.slice(1)),
  sharing_mode: fc.constantFrom('anyone', 'anyone', 'owner'),
  slot_id: fc.constantFrom(null, null, 'a', 'b'),
  acceptance_required: fc.constantFrom('accepted', 'accepted', 'acceptance_required', 'rejected'),
})

/** Shares of one item of Ada, as they can be: none has lost what it depends on. */
const shares = fc.array(shared, { minLength: 1, maxLength: 14 }).map((all) => {
  const stored = all.map((one, index) => ({
    ...{ ...one, id: String.fromCodePoint(97 + index), owner_id: 'ada', item_id: 'car', public_key: 'k' },
    ...{ keypair_external_id: null, encrypted_dek: null, terms: null, expires_at: null, values_in_copy: 0 },
    created_at: `2026-01-01T00:00:00.${100 + index}Z`,
  })) as StoredShare[]
  const orphaned = new Set(orphanedShares(stored))
  return stored.filter((share) => !orphaned.has(share))
})

/** What the ender may ask for: never all shares of an item, of which there may be thousands. */
function storeOf(all: readonly StoredShare[], deleted: string[]) {
  const isAt = (places: readonly CopyPlace[], person: string) => places.some((place) => place.recipientId === person)
  const store: Pick<ShareStore, 'byIds' | 'delete' | 'ofPlaces' | 'passedOnFrom'> = {
    byIds: (ids) => all.filter(({ id }) => ids.includes(id)),
    delete: (id) => void deleted.push(id),
    ofPlaces: (places) => all.filter(({ recipient_id }) => isAt(places, recipient_id)),
    passedOnFrom: (places) =>
      all.filter(({ sender_id, owner_id }) => sender_id !== owner_id && isAt(places, sender_id)),
  }
  return store as ShareStore
}

it('ends with shares exactly those that depended on them, in the order in which they were made', () => {
  fc.assert(
    fc.property(shares, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (all, places) => {
      fc.pre(all.length > 0)
      const ended = [...new Set(places.map((place) => all[place % all.length] as StoredShare))]
      const deleted: string[] = []
      const endShares = createShareEnder({
        shares: storeOf(all, deleted),
        copies: { findOriginal: () => undefined, ofPlaces: () => [] } as never,
        recipientCopies: { settle: () => undefined } as never,
      })

      allAtOnce(endShares({ emit: () => undefined } as never, ended))

      const left = all.filter((share) => !ended.includes(share))
      expect(deleted).toEqual([...ended, ...orphanedShares(left)].map(({ id }) => id))
    }),
    { numRuns: 1000 },
  )
})
