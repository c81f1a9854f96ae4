// Proves docs/contract/exchange.md, Requests.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exchangeOperations } from '../../shared/contract/index.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { aDefinition } from '../support/exchange/definitions.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { bytesBelow, openWorkbench, stopWorkbench } from '../support/workbench/workbench.ts'

const { workspaceLock, workspaceOpen, forward } = workbenchOperations
const { subscriptionKeysGet, subscriptionKeyCreate, subscriptionKeyRemove } = workbenchOperations

let workbench: TestWorkbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => stopWorkbench(workbench))

const keys = async () => (await workbench.call(subscriptionKeysGet, {})).keys
const create = (name: string) => workbench.call(subscriptionKeyCreate, { body: { name } })
const remove = (key_id: string) => workbench.call(subscriptionKeyRemove, { params: { key_id } })

/** Stores a definition over HTTP, as a program that holds the key. */
async function statusWith(subscriptionKey: string): Promise<number> {
  const reply = await fetch(`${workbench.application.url}/exchange/presentations/definitions`, {
    method: 'POST',
    headers: { 'service-subscription-key': subscriptionKey, 'content-type': 'application/json' },
    body: JSON.stringify(aDefinition()),
  })
  return reply.status
}

function useAtDesk() {
  return workbench.call(forward, {
    body: {
      as: 'subscription',
      operation: exchangeOperations.createPresentationDefinition.id,
      body: { ...aDefinition() },
    },
  })
}

describe('subscription keys in the window', () => {
  it('several work beside each other, and a removed one is refused at once', async () => {
    const [one, other] = [await create('Shop'), await create('Hotel')]
    expect([await statusWith(one.subscription_key), await statusWith(other.subscription_key)]).toEqual([201, 201])

    await remove(one.key.id)

    expect([await statusWith(one.subscription_key), await statusWith(other.subscription_key)]).toEqual([401, 201])
    expect(await keys()).toMatchObject([{ name: 'Hotel', own: false, definitions: 2 }])
  })

  it('says when a key was used, to the minute, and how many definitions were made with it', async () => {
    const { key, subscription_key } = await create('Shop')
    expect(key).toMatchObject({ name: 'Shop', last_used_at: null, own: false, definitions: 0 })

    await statusWith(subscription_key)
    const [used] = await keys()
    await statusWith(subscription_key)
    const [usedAgain] = await keys()

    expect(Date.parse(used?.last_used_at ?? '')).toBeGreaterThanOrEqual(Date.parse(key.created_at))
    expect(usedAgain).toEqual({ ...used, definitions: 2 })
    expect(workbench.events).toContainEqual({ type: 'exchange', part: 'keys' })
  })

  it('keeps only the hash of a key: it is shown once and is nowhere on disk', async () => {
    const { subscription_key } = await create('Shop')
    await statusWith(subscription_key)
    await workbench.call(workspaceLock, {})

    expect(subscription_key).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(workbench.events)).not.toContain(subscription_key)
    expect(bytesBelow(workbench.directory)).toContain('Shop')
    expect(bytesBelow(workbench.directory)).not.toContain(subscription_key)
  })

  it('goes on with the keys of a workspace that was locked', async () => {
    const { subscription_key } = await create('Shop')
    const { current } = await workbench.call(workspaceLock, {})
    expect(await statusWith(subscription_key)).toBe(423)

    await workbench.call(workspaceOpen, { params: { workspace_id: current?.id ?? '' }, body: {} })

    expect(await statusWith(subscription_key)).toBe(201)
  })

  it('shows the key of the window, which nobody can remove', async () => {
    await useAtDesk()
    const [own] = await keys()
    expect(own).toMatchObject({ name: 'Vaultbench window', own: true, definitions: 1 })

    await expect(remove(own?.id ?? '')).rejects.toMatchObject({ status: 403, code: 'forbidden' })

    expect(await useAtDesk()).toMatchObject({ ok: true })
  })

  it('a name that is taken, also in other letters, or empty › is refused', async () => {
    await create('Shop')
    await useAtDesk()

    await expect(create('SHOP')).rejects.toMatchObject({ status: 409, code: 'name_taken' })
    await expect(create('Vaultbench window')).rejects.toMatchObject({ code: 'name_taken' })
    await expect(create('  ')).rejects.toMatchObject({ code: 'invalid_params' })
    expect(await keys()).toHaveLength(2)
  })

  it('a key that is not there › cannot be removed', async () => {
    await expect(remove('nothing')).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })

  it('a locked workspace › neither tells nor changes anything', async () => {
    await workbench.call(workspaceLock, {})

    for (const refused of [keys(), create('Shop'), remove('x')]) {
      await expect(refused).rejects.toMatchObject({ code: 'workspace_locked' })
    }
  })

  it('the key of the command line works beside them', async () => {
    await stopWorkbench(workbench)
    workbench = await openWorkbench({
      credentials: {
        subscriptionKey: 'from the command line',
        subscriptionKeyName: 'command line',
        operatorPassword: 'x',
      },
    })
    const { subscription_key } = await create('Shop')

    expect([await statusWith('from the command line'), await statusWith(subscription_key)]).toEqual([201, 201])
    expect((await keys()).map(({ name, own }) => [name, own])).toEqual([
      ['command line', false],
      ['Shop', false],
    ])
  })
})
