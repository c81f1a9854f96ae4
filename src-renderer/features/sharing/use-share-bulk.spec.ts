// Proves docs/contract/window.md, Everywhere: lists, Sharing.

import { beforeEach, describe, expect, it } from 'vitest'
import { answer, askedFor, aStatus, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { useToasts } from '../../ui/toasts.ts'
import { aShare } from './testing/a-share.ts'
import { mountSetup } from './testing/mount-sharing.ts'
import { useBulkAccept } from './use-share-bulk.ts'

const shares = [1, 2, 3].map((number) => aShare(number, { state: 'acceptance_required' }))
const idOf = (request: { readonly params?: unknown }): string => String(Reflect.get(Object(request.params), 'share_id'))

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
})

describe('useBulkAccept', () => {
  it('goes on after a refusal, keeps its reason, and says what still needs a passphrase', async () => {
    answer('shareAccept', (request) => {
      if (idOf(request) === shares[1]?.share_id) throw refusal('not_found', 404, 'there is no such share')
      return { item: { id: 'item' }, share: { needs_passphrase: idOf(request) === shares[2]?.share_id } }
    })
    const bulk = await mountSetup(() => useBulkAccept('alice'))

    const accepted = await bulk.accept(shares)

    expect([...accepted]).toEqual([shares[0]?.share_id, shares[2]?.share_id])
    expect([...bulk.reasons.value]).toEqual([[shares[1]?.share_id, 'There is no such share.']])
    expect(useToasts().toasts.at(-1)?.text).toBe(
      "Alice accepted Item 1 and Item 3 from Bob. 1 not accepted. 1 still needs its invitation's passphrase.",
    )
  })

  it('stops between two shares', async () => {
    const bulk = await mountSetup(() => useBulkAccept('alice'))
    answer('shareAccept', () => {
      bulk.stop()
      return { item: { id: 'item' }, share: null }
    })

    await bulk.accept(shares)

    expect(askedFor('shareAccept')).toHaveLength(1)
    expect(bulk.progress.value).toBeUndefined()
    expect(useToasts().toasts.at(-1)?.text).toMatch(
      /^Alice accepted .+ Cancelled after 1 of 3; 2 are left unchanged\.$/,
    )
  })
})
