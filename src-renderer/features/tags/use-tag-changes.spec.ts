// Proves docs/contract/window.md, Tags, Everywhere: undo.

import { beforeEach, describe, expect, it } from 'vitest'
import { text } from '../../i18n/i18n.ts'
import { answer, aStatus, aUser, push, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { fakeCalls } from '../../session/testing/fake-calls.ts'
import { mountSetupIn } from '../../session/testing/mount-window.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { useToasts } from '../../ui/toasts.ts'
import { useTagChanges } from './use-tag-changes.ts'

const vault = fakeCalls<{ readonly user_id: string }>('user', 'vault')
const travel = { id: 't1', name: 'old-travel', label: 'Travel', description: null }
const work = { id: 't2', name: 'work', label: 'Work', description: 'Office' }

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  vault.start()
  vault.answerTo('classificationNodesPost', () => ({ classification_node: { ...travel, id: 'new' } }))
  for (const name of ['IdPut', 'IdDelete', 'IdMergePost']) vault.answerTo(`classificationNodes${name}`, () => ({}))
})

/** Everything that is on its way arrives. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve))
}

async function mountChanges() {
  let read = 0
  const { result } = await mountSetupIn([], () => useTagChanges('alice', () => (read += 1)))
  const toasts = useToasts()
  const last = () => toasts.toasts.at(-1)
  const undo = async () => {
    const toast = last()
    void toasts.undo(toast?.id ?? 0)
    await settle()
  }
  const hidden = () => [...usePendingRemovals().of('alice')]
  return { ...result, toasts, last, undo, hidden, readings: () => read }
}

const sent = (name: string) => vault.calls(name).map(({ user_id, params, body }) => [user_id, params?.['id'], body])

describe('making a tag', () => {
  it('is done at once as the actor; Undo deletes it where nothing has it', async () => {
    let inUse = 0
    vault.answerTo('classificationNodesIdGet', () => ({ classification_node: { classifications_count: inUse } }))
    const { make, last, undo } = await mountChanges()

    await make('tag', { label: 'Travel', description: '' })

    const classification_node = { classification_scheme_name: 'tag', label: 'Travel', description: null }
    expect(sent('classificationNodesPost')).toEqual([['alice', undefined, { classification_node }]])
    expect(last()?.text).toBe(text('tags.made', { tag: 'Travel' }))
    await undo()
    expect(sent('classificationNodesIdDelete')).toEqual([['alice', 'new', undefined]])
    inUse = 1
    await make('tag', { label: 'Travel', description: '' })
    await undo()
    expect(sent('classificationNodesIdDelete')).toHaveLength(1)
  })

  it('hands a refusal to the form, and tells nothing', async () => {
    vault.answerTo('classificationNodesPost', () => {
      throw refusal('name_taken', 409)
    })
    const { make, last } = await mountChanges()

    await expect(make('tag', { label: 'Travel', description: '' })).rejects.toThrow('name_taken')
    expect(last()).toBeUndefined()
  })
})

describe('changing a tag', () => {
  it('sends what is another one, and Undo brings back name, label and description', async () => {
    const { change, last, undo } = await mountChanges()

    await change(travel, { label: 'Journeys', description: '' })

    expect(sent('classificationNodesIdPut')).toEqual([['alice', 't1', { classification_node: { label: 'Journeys' } }]])
    expect(last()?.text).toBe(text('tags.renamed', { before: 'Travel', tag: 'Journeys' }))
    await undo()
    const { id: _, ...before } = travel
    expect(sent('classificationNodesIdPut').at(-1)).toEqual(['alice', 't1', { classification_node: before }])
  })

  it('keeps the name where only the description changed, and calls nothing where nothing did', async () => {
    const { change, last } = await mountChanges()

    await change(work, { label: 'Work', description: 'Office' })
    expect(sent('classificationNodesIdPut')).toEqual([])
    await change(work, { label: 'Work', description: '' })

    expect(sent('classificationNodesIdPut')).toEqual([['alice', 't2', { classification_node: { description: null } }]])
    expect(last()?.text).toBe(text('tags.changed', { tag: 'Work' }))
  })

  it('says when Undo was refused', async () => {
    const { change, last, undo } = await mountChanges()
    await change(travel, { label: 'Journeys', description: '' })
    vault.answerTo('classificationNodesIdPut', () => {
      throw refusal('name_taken', 409, 'you have one already')
    })

    await undo()

    expect(last()).toMatchObject({ text: text('tags.notUndone', { reason: 'You have one already.' }), tone: 'bad' })
  })
})

describe('deleting and merging', () => {
  it('wait for Undo, hidden in every list of the actor, and are sent one after the other', async () => {
    const { remove, toasts, last, hidden, readings } = await mountChanges()

    remove([travel, work])

    expect([hidden(), last()?.text]).toEqual([['t1', 't2'], '2 tags deleted'])
    expect(sent('classificationNodesIdDelete')).toEqual([])
    toasts.flush()
    await settle()
    expect(sent('classificationNodesIdDelete').map(([, id]) => id)).toEqual(['t1', 't2'])
    expect([hidden(), readings()]).toEqual([['t1', 't2'], 1])
  })

  it('call nothing after Undo', async () => {
    const { merge, toasts, last, undo, hidden } = await mountChanges()

    merge([travel], work)
    expect([hidden(), last()?.text]).toEqual([['t1'], text('tags.removal.merged', { tag: 'Travel', into: 'Work' })])
    await undo()
    toasts.flush()
    await settle()

    expect([hidden(), sent('classificationNodesIdMergePost')]).toEqual([[], []])
  })

  it('merge names the tag that stays; what is refused comes back with its reason', async () => {
    const { merge, toasts, last, hidden } = await mountChanges()
    vault.answerTo('classificationNodesIdMergePost', ({ params }) => {
      if (params?.['id'] === 't1') throw refusal('storage_full', 507, 'the disk is full')
      return {}
    })

    merge([travel, { ...travel, id: 't3' }], work)
    toasts.flush()
    await settle()

    expect(sent('classificationNodesIdMergePost')).toEqual([
      ['alice', 't1', { into_id: 't2' }],
      ['alice', 't3', { into_id: 't2' }],
    ])
    expect(hidden()).toEqual(['t3'])
    expect(last()).toMatchObject({ text: '1 not merged: The disk is full.', tone: 'bad' })
  })

  it('of nothing does nothing, and a lock forgets what was held', async () => {
    const { remove, toasts, hidden } = await mountChanges()

    remove([])
    expect(toasts.toasts).toEqual([])
    remove([travel])
    push({ type: 'status', status: aStatus('locked') })

    expect(hidden()).toEqual([])
  })
})
