// Proves docs/contract/vault.md, Shares: making, Shares: faults, Shares: verification data.

import { beforeEach, expect, it } from 'vitest'
import type { ItemReply } from '../../shared/contract/items.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { connect, HASH, ownerValues, sharingCallsOf } from '../support/people/sharing.ts'
import type { SharingCalls } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { slotNamed } from '../support/service/vault-calls.ts'

/*
 * Every way in which new shares are refused (docs/contract/vault.md, Shares: making): nothing is stored, and
 * `extra_info` holds the part of the request that is wrong (docs/contract/vault.md, Shares: faults).
 */

describeOverTransports('share refusals', (start) => {
  let running: TestService
  let ada: SharingCalls
  let bob: SignedInUser
  let car: ItemReply

  beforeEach(async () => {
    running = await start()
    const user = aSignedInUser(running)
    bob = aSignedInUser(running)
    connect(running, user, bob)
    ada = sharingCallsOf(running, user)
    car = await ada.newItem()
  })

  /** Sends entries that must be refused and answers the errors, having checked that nothing changed. */
  async function refused(name: string, shares: readonly object[], params?: object) {
    const before = databaseContent(running.connection)
    const errors = await ada.refusal(name, { ...(params === undefined ? {} : { params }), body: { shares } })
    expect(databaseContent(running.connection)).toBe(before)
    return errors
  }
  const refusedOf = (...shares: readonly object[]) => refused('itemsIdSharesPost', shares, { id: car.item.id })
  const good = () => ada.entry(car, bob)

  it('recipients › yourself, strangers, and another key than that of the connection', async () => {
    const stranger = aSignedInUser(running)

    for (const [fields, error] of [
      [{ recipient_id: ada.user.userId }, 'sharing_with_self'],
      [{ recipient_id: stranger.userId }, 'recipient_not_connected'],
      [{ recipient_id: UNKNOWN_ID }, 'recipient_not_connected'],
      [{ recipient_id: 'bob' }, 'invalid_params'],
      [{ public_key: 'another key' }, 'public_key_mismatch'],
    ] as const) {
      const [first] = await refusedOf({ ...good(), ...fields })
      expect(first).toMatchObject({ error, http_code: 400 })
      expect(first?.extra_info['shares']).toEqual([{ index: 0, recipient_id: bob.userId, ...fields }])
    }
  })

  it('public keys › are compared by their payload, whatever the line ends', async () => {
    const pem = '-----BEGIN PUBLIC KEY-----\r\nMIIB\r\nIjAN\r\n-----END PUBLIC KEY-----\r\n'
    running.connection.prepare('UPDATE connections SET user_public_key = ? WHERE user_id = ?').run(pem, bob.userId)
    const sent = pem.replaceAll('\r\n', '\n')

    expect(await ada.share(car, bob, { public_key: sent, keypair_external_id: 'mine' })).toMatchObject({
      public_key: sent,
      keypair_external_id: 'mine',
    })
    expect(await ada.share(car, bob)).toMatchObject({ public_key: pem })
  })

  it('terms and states › only what may be asked for', async () => {
    for (const [fields, error] of [
      [{ acceptance_required: 'accepted' }, 'invalid_params'],
      [{ acceptance_required: 'rejected' }, 'invalid_params'],
      [{ sharing_mode: 'everyone' }, 'invalid_params'],
      [{ terms: 'x'.repeat(10_001) }, 'invalid_params'],
      [{ encrypted_dek: 'clear' }, 'invalid_encrypted_value'],
      [{ encrypted_dek: undefined }, 'param_missing'],
      [{ slot_values: undefined }, 'param_missing'],
      [{ expires_at: '2026-01-01T00:00:00.000Z' }, 'expires_at_invalid'],
      [{ expires_at: '2026-02-30' }, 'invalid_params'],
      [{ expires_at: '2026-02-03T04:05:06' }, 'invalid_params'],
      [{ slot_id: UNKNOWN_ID, slot_values: [] }, 'slot_not_found'],
    ] as const) {
      const [first] = await refusedOf({ ...good(), ...fields })
      expect({ fields, error: first?.error }).toEqual({ fields, error })
    }
    expect((await ada.share(car, bob, { onsharing_permitted: true })).sharing_mode).toBe('anyone')
    expect((await ada.share(car, bob, { onsharing_permitted: true, sharing_mode: 'owner' })).sharing_mode).toBe('owner')
  })

  it('values › of other slots, twice, missing, and without what proves them', async () => {
    const [a, b] = ownerValues(car.slots) as [object, object]
    const aId = slotNamed(car.slots, 'a').id

    for (const [fields, error, values] of [
      [{ slot_values: [a] }, 'slot_values_incomplete', []],
      [
        { slot_values: [a, { slot_id: slotNamed(car.slots, 'b').id, encrypted_value: null }] },
        'slot_values_incomplete',
        [],
      ],
      [{ slot_values: [a, b, a] }, 'slot_not_found', [{ index: 2, slot_id: aId }]],
      [{ slot_values: [a, b, { ...a, slot_id: UNKNOWN_ID }] }, 'slot_not_found', [{ index: 2, slot_id: UNKNOWN_ID }]],
      [{ slot_id: slotNamed(car.slots, 'b').id, slot_values: [b, a] }, 'slot_not_found', [{ index: 1, slot_id: aId }]],
      [
        { sharing_mode: 'anyone', slot_values: [{ ...a, value_verification_hash: null }, b] },
        'verification_data_missing',
        [{ index: 0, slot_id: aId, value_verification_hash: null }],
      ],
      [
        { slot_values: [{ ...a, encrypted_value_verification_key: null }, b] },
        'verification_data_missing',
        [{ index: 0, slot_id: aId, encrypted_value_verification_key: null }],
      ],
      [
        { slot_values: [{ ...a, value_verification_hash: 'xyz' }, b] },
        'invalid_params',
        [{ index: 0, slot_id: aId, value_verification_hash: 'xyz' }],
      ],
      [
        { slot_values: [{ ...a, encrypted_value: 'clear' }, b] },
        'invalid_encrypted_value',
        [{ index: 0, slot_id: aId, encrypted_value: 'clear' }],
      ],
    ] as const) {
      const [first] = await refusedOf({ ...good(), ...fields })
      expect({ fields, error: first?.error }).toEqual({ fields, error })
      const slot = 'slot_id' in fields ? { slot_id: fields.slot_id } : {}
      expect(first?.extra_info['shares']).toEqual([
        { index: 0, recipient_id: bob.userId, ...slot, slot_values: values },
      ])
    }
  })

  it('values › need no proof where nobody may pass them on, and hashes come in both forms', async () => {
    const bare = ownerValues(car.slots).map(({ slot_id, encrypted_value }) => ({ slot_id, encrypted_value }))
    await ada.share(car, bob, { slot_values: bare })

    for (const hash of [HASH, HASH.toUpperCase(), 'pdv1.bh.vv.-.c2hvcnQ']) {
      const values = ownerValues(car.slots).map((value) => ({ ...value, value_verification_hash: hash }))
      await ada.share(car, bob, { sharing_mode: 'anyone', slot_values: values })
    }
  })

  it('several faults › are all named, and only the faulty entries are shown', async () => {
    const errors = await refusedOf(
      good(),
      { ...good(), recipient_id: ada.user.userId, expires_at: '2020-01-01', terms: 'secret terms' },
      { ...good(), public_key: 'another key' },
    )

    expect(errors.map(({ error }) => error)).toEqual(['sharing_with_self', 'expires_at_invalid', 'public_key_mismatch'])
    expect(errors[0]?.extra_info).toEqual({
      parameter: 'shares[1].recipient_id',
      fields: [
        { path: 'shares[1].recipient_id', code: 'sharing_with_self' },
        { path: 'shares[1].expires_at', code: 'expires_at_invalid' },
        { path: 'shares[2].public_key', code: 'public_key_mismatch' },
      ],
      shares: [
        { index: 1, recipient_id: ada.user.userId, expires_at: '2020-01-01' },
        { index: 2, recipient_id: bob.userId, public_key: 'another key' },
      ],
    })
    expect(errors[2]?.extra_info['shares']).toEqual([{ index: 2, recipient_id: bob.userId, public_key: 'another key' }])
  })

  it('large values › are not answered with each fault of their entry', async () => {
    const large = Array.from({ length: 700 }, () => 'x'.repeat(1_000))
    const slot_values = Array.from({ length: 60 }, () => ({ slot_id: 7 }))

    const errors = await refused('itemsSharesPost', [{ item_id: large, recipient_id: large, slot_values }])

    expect(errors.length).toBeGreaterThan(50)
    expect(JSON.stringify(errors).length).toBeLessThan(JSON.stringify(large).length)
  })

  it('lists › none, too many, no list', async () => {
    const many = Array.from({ length: 201 }, good)
    for (const [shares, error] of [
      [[], 'invalid_params'],
      [many, 'invalid_params'],
      ['no list', 'invalid_params'],
      [undefined, 'param_missing'],
    ] as const) {
      for (const name of ['itemsIdSharesPost', 'itemsSharesPost']) {
        const params = name === 'itemsSharesPost' ? {} : { params: { id: car.item.id } }
        expect(await ada.refusal(name, { ...params, body: { shares } })).toMatchObject([{ error }])
      }
    }
  })

  it("POST /items/shares › names the item of each faulty entry; another user's item is answered like nobody's", async () => {
    const stranger = aSignedInUser(running)
    const theirs = (await sharingCallsOf(running, stranger).newItem()).item.id
    const entry = { ...good(), item_id: car.item.id }

    for (const item_id of [UNKNOWN_ID, theirs, 'no id']) {
      const [first] = await refused('itemsSharesPost', [entry, { ...entry, item_id }])
      expect(first).toMatchObject({ error: 'not_found', http_code: 404 })
      expect(first?.extra_info['shares']).toEqual([{ index: 1, item_id, recipient_id: bob.userId }])
    }
    const [first] = await refused('itemsSharesPost', [{ ...entry, expires_at: '2020-01-01' }])
    expect(first?.extra_info['shares']).toEqual([
      { index: 0, item_id: car.item.id, recipient_id: bob.userId, expires_at: '2020-01-01' },
    ])
  })
})
