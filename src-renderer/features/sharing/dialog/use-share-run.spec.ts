// Proves docs/contract/window.md, Sharing.

import { beforeEach, describe, expect, it } from 'vitest'
import { effectScope } from 'vue'
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
import { stoppedShares, useShareRun } from './use-share-run.ts'

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

  it('stops between two calls, says what was made of all, and begins anew the next time', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ({ item_id: String(index), slot_id: null }))
    const run = await mountSetup(() => useShareRun('alice'))
    const refused = { ...failed[0], item_id: '0' }
    answer('shareCreate', () => {
      run.stop()
      expect(run.stopping.value).toBe(true)
      return { created: 199, share_ids: ['s'], failed: [refused], warnings: [] }
    })

    await run.share(many, ['1'], TERMS)

    expect(askedFor('shareCreate')).toHaveLength(1)
    expect(run.progress.value).toBeUndefined()
    expect(run.outcome.value).toMatchObject({ created: 199, share_ids: ['s'], refused: [refused], left: 250 })
    expect(run.outcome.value && stoppedShares(run.outcome.value)).toBe(
      'Cancelled: 199 of 450 shares were made; 250 were not started.',
    )
    answer('shareCreate', () => ({ created: 1, share_ids: ['t'], failed: [], warnings: [] }))
    await run.retry()
    expect(run.outcome.value).toMatchObject({ created: 200, refused: [], left: 250 })
  })

  it('stops when its dialog is gone, as after a lock', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ({ item_id: String(index), slot_id: null }))
    const scope = effectScope()
    const run = await mountSetup(() => scope.run(() => useShareRun('alice')))
    answer('shareCreate', () => {
      scope.stop()
      return { created: 200, share_ids: [], failed: [], warnings: [] }
    })

    await run?.share(many, ['1'], TERMS)

    expect(askedFor('shareCreate')).toHaveLength(1)
  })

  it('keeps what was made when a later call does not get through, and says what was not', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ({ item_id: String(index), slot_id: null }))
    const run = await mountSetup(() => useShareRun('alice'))
    answer('shareCreate', () => {
      if (askedFor('shareCreate').length > 1) throw refusal('internal_error', 500)
      return { created: 200, share_ids: ['s'], failed: [], warnings: [] }
    })

    await expect(run.share(many, ['1'], TERMS)).rejects.toThrow()

    expect(run.outcome.value).toMatchObject({ created: 200, left: 250 })
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
