import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { effectScope } from 'vue'
import { SUBSCRIPTION_KEYS, useKept } from '../api/kept-values.ts'
import {
  answer,
  arrive,
  aStatus,
  askedFor,
  aUser,
  aWorkspace,
  push,
  refusal,
  resetBridge,
} from './testing/fake-bridge.ts'
import { connectWorkbench, onWorkbenchEvent, startWorkbench } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const users = [aUser('alice'), aUser('bob', { state: 'locked' })]

beforeEach(() => {
  setActivePinia(createPinia())
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users }))
})

describe('startWorkbench', () => {
  it('reads what is open and its users', async () => {
    await startWorkbench()

    const store = useWorkbenchStore()
    expect(store.entry).toBe('ready')
    expect(store.users).toEqual(users)
    expect(store.usersRead).toBe(true)
  })

  it('does not ask for users while nothing is open', async () => {
    answer('statusGet', () => aStatus('locked'))

    await startWorkbench()

    expect(askedFor('usersGet')).toEqual([])
    expect(useWorkbenchStore().usersRead).toBe(false)
  })

  it('tells a window without a valid token from one that nobody answers', async () => {
    const store = useWorkbenchStore()
    answer('statusGet', () => {
      throw new TypeError('Failed to fetch')
    })
    await startWorkbench()
    expect(store.entry).toBe('unreachable')

    answer('statusGet', () => {
      throw refusal('unauthorized', 401)
    })
    await connectWorkbench()

    expect(store.entry).toBe('refused')
  })

  it('keeps what it showed, when the connection is lost later', async () => {
    await startWorkbench()
    answer('statusGet', () => {
      throw new TypeError('Failed to fetch')
    })

    await connectWorkbench()

    expect(useWorkbenchStore().entry).toBe('ready')
    expect(useWorkbenchStore().users).toEqual(users)
  })

  it('keeps what it showed, when the program was started again, and knows that it has no access', async () => {
    await startWorkbench()
    answer('statusGet', () => {
      throw refusal('unauthorized', 401)
    })

    await connectWorkbench()

    const { entry, ended } = useWorkbenchStore()
    expect([entry, ended]).toEqual(['ready', true])
    expect(useWorkbenchStore().users).toEqual(users)
  })

  it('does not swallow a bug', async () => {
    answer('statusGet', () => {
      throw new RangeError('a bug')
    })

    await expect(startWorkbench()).rejects.toThrow('a bug')
  })
})

describe('events', () => {
  it('tell listeners after the stores took them in', async () => {
    await startWorkbench()
    const seen: number[] = []
    const stop = onWorkbenchEvent(() => seen.push(useWorkbenchStore().users.length))

    push({ type: 'users', users: [aUser('alice')] })
    stop()
    push({ type: 'users', users: [] })

    expect(seen).toEqual([1])
  })

  it('tell a component nothing any more once it is gone', async () => {
    await startWorkbench()
    const seen: string[] = []
    const scope = effectScope()
    scope.run(() => onWorkbenchEvent(({ type }) => seen.push(type)))

    push({ type: 'users', users: [] })
    scope.stop()
    push({ type: 'users', users: [] })

    expect(seen).toEqual(['users'])
  })

  it('have what screens showed last forgotten, those of subscription keys only these', async () => {
    await startWorkbench()
    const names = ['people', SUBSCRIPTION_KEYS]
    const readAll = () => names.map((name) => useKept<string>(() => name))
    const kept = () => readAll().map((one) => one.last())
    readAll().forEach((one) => one.keep('rows'))

    push({ type: 'exchange', part: 'keys' })
    expect(kept()).toEqual(['rows', undefined])

    push({ type: 'exchange', part: 'trust' })
    expect(kept()).toEqual([undefined, undefined])
  })

  it('of a workspace that another window opened bring its users', async () => {
    await startWorkbench()
    answer('usersGet', () => ({ users: [aUser('carlos')] }))
    answer('statusGet', () => aStatus('open', aWorkspace({ id: 'w2' })))

    push({ type: 'status', status: aStatus('open', aWorkspace({ id: 'w2' })) })
    expect(useWorkbenchStore().users).toEqual([])
    await arrive()

    expect(useWorkbenchStore().users.map(({ id }) => id)).toEqual(['carlos'])
  })

  it('that were sent before a lock took hold bring nothing back', async () => {
    await startWorkbench()
    const store = useWorkbenchStore()
    store.setLocking(true)

    push({ type: 'status', status: aStatus('open', aWorkspace({ name: 'late' })) })
    push({ type: 'users', users })

    expect(store.users).toEqual([])
    expect(store.status?.current?.name).toBe('Harbour')
  })
})
