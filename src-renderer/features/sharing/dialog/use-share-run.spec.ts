// Proves docs/contract/window.md, Sharing.

import { beforeEach, describe, expect, it } from 'vitest'
import {
  answer,
  arrive,
  askedFor,
  aStatus,
  aUser,
  push,
  refusal,
  resetBridge,
} from '../../../session/testing/fake-bridge.ts'
import { mountSetup } from '../testing/mount-sharing.ts'
import { useShareRun } from './use-share-run.ts'

const TERMS = {
  acceptance_required: 'acceptance_required',
  terms: 'Only for the visa',
  onsharing_permitted: false,
  expires_at: null,
} as const
const ITEMS = ['a', 'b'].map((item_id) => ({ item_id, slot_id: null }))
const failed = [{ item_id: 'b', slot_id: null, recipient_id: '2', code: 'x', message: 'not permitted' }]

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
})

describe('useShareRun', () => {
  it('tries only what was refused again, with the same terms, and adds up what was done', async () => {
    const run = await mountSetup(() => useShareRun('alice'))
    answer('shareCreate', () => ({ created: 3, share_ids: ['s1', 's2', 's3'], failed, warnings: [] }))
    await run.share(ITEMS, ['1', '2'], TERMS)
    expect(run.outcome.value).toMatchObject({ created: 3, refused: failed })

    answer('shareCreate', () => ({ created: 1, share_ids: ['s4'], failed: [], warnings: [] }))
    await run.retry()

    expect(askedFor('shareCreate')[1]?.body).toEqual({
      ...TERMS,
      items: [{ item_id: 'b', slot_id: null }],
      recipient_ids: ['2'],
    })
    expect(run.outcome.value).toMatchObject({ created: 4, share_ids: ['s1', 's2', 's3', 's4'], refused: [] })
  })

  it('keeps what was refused when the second try does not get through', async () => {
    const run = await mountSetup(() => useShareRun('alice'))
    answer('shareCreate', () => ({ created: 3, share_ids: ['s1', 's2', 's3'], failed, warnings: [] }))
    await run.share(ITEMS, ['1', '2'], TERMS)
    answer('shareCreate', () => {
      throw refusal('internal_error', 500)
    })

    await expect(run.retry()).rejects.toThrow()

    expect(run.outcome.value).toMatchObject({ created: 3, refused: failed })
  })

  it('follows the progress of its own actor while it runs', async () => {
    const run = await mountSetup(() => useShareRun('alice'))
    let finish: () => void = () => undefined
    const working = new Promise<void>((resolve) => (finish = resolve))
    answer('shareCreate', async () => {
      await working
      return { created: 4, share_ids: [], failed: [], warnings: [] }
    })
    const sharing = run.share(ITEMS, ['1', '2'], TERMS)
    await arrive()
    push({ type: 'share-run', user_id: 'alice', done: 2, of: 4 })
    push({ type: 'share-run', user_id: 'bob', done: 3, of: 3 })
    expect(run.progress.value).toEqual({ done: 2, of: 4 })
    finish()
    await sharing
    expect(run.progress.value).toBeUndefined()
  })
})
