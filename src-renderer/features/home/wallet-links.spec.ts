// Proves docs/contract/window.md, Home.

import { answer, askedFor, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { acceptedRunPlace, waitingRequestPlace } from './wallet-links.ts'

const WALLET = { name: 'wallet', params: { actor: 'alice', tab: null, id: null } }

beforeEach(resetBridge)

describe('ways into the wallet', () => {
  it('lead to the newest request that waits', async () => {
    answer('forward as subscription', () => ({
      ok: true,
      status: 200,
      body: { requests: [{ deep_link: 'x://request' }] },
    }))

    expect(await waitingRequestPlace('alice')).toEqual({ ...WALLET, query: { link: 'x://request' } })
    expect(askedFor('forward as subscription').at(-1)?.body).toMatchObject({ query: { state: 'waiting', per_page: 1 } })
  })

  it('lead to the answer that was accepted last', async () => {
    answer('walletGet', () => ({
      runs: [
        { id: 'r3', state: 'refused' },
        { id: 'r2', state: 'accepted' },
      ],
    }))

    expect(await acceptedRunPlace('alice')).toEqual({
      name: 'wallet',
      params: { actor: 'alice', tab: 'runs', id: 'r2' },
    })
  })

  it('lead to the wallet alone where there is nothing, or nobody answers', async () => {
    answer('forward as subscription', () => ({ ok: true, status: 200, body: { requests: [] } }))
    answer('walletGet', () => {
      throw refusal('user_locked', 423)
    })

    expect(await waitingRequestPlace('alice')).toEqual({ ...WALLET, query: {} })
    expect(await acceptedRunPlace('alice')).toEqual(WALLET)
  })
})
