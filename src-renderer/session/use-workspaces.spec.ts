// Proves docs/contract/window.md, Everywhere, Locking.

import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer, askedFor, aStatus, aUser, aWorkspace, push, refusal, resetBridge } from './testing/fake-bridge.ts'
import { useFrame } from '../frame/frame-store.ts'
import { useToasts } from '../ui/toasts.ts'
import { untilWorkspaceLeft } from './leaving.ts'
import { startWorkbench } from './use-workbench.ts'
import { createWorkspace, lockWorkspace, openWorkspace } from './use-workspaces.ts'
import { useWorkbenchStore } from './workbench-store.ts'
import { useWorkspaceChoice } from './workspace-choice.ts'

beforeEach(async () => {
  setActivePinia(createPinia())
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('workspaceLock', () => aStatus('locked'))
  await startWorkbench()
})

it('a workspace that locks by itself › leaves no message and no layer behind, and sends nothing that waits for Undo', () => {
  const sent: string[] = []
  useToasts().show({ text: 'Passport saved', link: null })
  useToasts().hold({ text: 'Deleted', link: null, commit: () => void sent.push('deletion') })
  useFrame().openPalette('pass')

  push({ type: 'status', status: aStatus('locked') })

  expect([useToasts().toasts, useFrame().paletteOpen, useWorkbenchStore().users, sent]).toEqual([[], false, [], []])
})

describe('lockWorkspace', () => {
  it('forgets users, messages and layers before the main process answers', async () => {
    const store = useWorkbenchStore()
    useToasts().show({ text: 'Passport saved', link: null })
    useFrame().openPalette('pass')
    let shownMeanwhile: unknown
    answer('workspaceLock', () => {
      shownMeanwhile = [store.users, useToasts().toasts, useFrame().paletteOpen]
      return aStatus('locked')
    })

    await lockWorkspace()

    expect(shownMeanwhile).toEqual([[], [], false])
    expect(store.status?.state).toBe('locked')
    expect(store.locking).toBe(false)
  })

  it('sends first what waits for Undo', async () => {
    const order: string[] = []
    useToasts().hold({ text: 'Deleted', link: null, commit: () => void order.push('deletion') })
    answer('workspaceLock', () => {
      order.push('lock')
      return aStatus('locked')
    })

    await lockWorkspace()

    expect(order).toEqual(['deletion', 'lock'])
  })

  it('shows the workspace again and says why, when the lock is refused', async () => {
    answer('workspaceLock', () => {
      throw refusal('internal_error', 500, 'the disk does not answer')
    })

    await lockWorkspace()

    const store = useWorkbenchStore()
    expect(store.locking).toBe(false)
    expect(store.users.map(({ id }) => id)).toEqual(['alice'])
    expect(useToasts().toasts.map(({ text }) => text)).toEqual(['The disk does not answer.'])
  })

  it('asks once, however often the key is pressed', async () => {
    await Promise.all([lockWorkspace(), lockWorkspace()])
    await lockWorkspace()

    expect(askedFor('workspaceLock')).toHaveLength(1)
  })
})

describe('openWorkspace', () => {
  it('ends the choice, when the workspace is open and its users are known', async () => {
    const choice = useWorkspaceChoice()
    choice.unlock('w2')
    answer('workspaceOpen', () => aStatus('open', aWorkspace({ id: 'w2' })))
    answer('usersGet', () => ({ users: [aUser('bob')] }))

    await openWorkspace('w2', 'correct horse')

    expect(askedFor('workspaceOpen')[0]).toMatchObject({
      params: { workspace_id: 'w2' },
      body: { passphrase: 'correct horse' },
    })
    expect(choice.unlocking).toBeUndefined()
    expect(useWorkbenchStore().users.map(({ id }) => id)).toEqual(['bob'])
  })

  it('changes nothing, when it is refused', async () => {
    const choice = useWorkspaceChoice()
    choice.unlock('w2')
    answer('workspaceOpen', () => {
      throw refusal('workspace_passphrase_wrong', 403)
    })

    await expect(openWorkspace('w2', 'wrong')).rejects.toMatchObject({ code: 'workspace_passphrase_wrong' })

    expect(choice.unlocking).toBe('w2')
    expect(useWorkbenchStore().users.map(({ id }) => id)).toEqual(['alice'])
  })
})

describe('createWorkspace', () => {
  it('sends no passphrase as null', async () => {
    answer('workspaceCreate', () => aStatus('open'))

    await createWorkspace('Tests', null)

    expect(askedFor('workspaceCreate')[0]).toMatchObject({ body: { name: 'Tests', passphrase: null } })
  })
})

describe('what the window began by itself', () => {
  it.each([
    ['to lock it', 'workspaceLock', () => lockWorkspace()],
    ['to open another one', 'workspaceOpen', () => openWorkspace('w2', null)],
    ['to make another one', 'workspaceCreate', () => createWorkspace('Second', null)],
  ] as const)('is given up when the window asks %s, before that is answered', async (_what, operation, ask) => {
    const signal = untilWorkspaceLeft()
    let wasGivenUp = false
    answer(operation, () => {
      wasGivenUp = signal.aborted
      return aStatus('open', aWorkspace({ id: 'w2' }))
    })

    await ask()

    expect(wasGivenUp).toBe(true)
    expect(untilWorkspaceLeft().aborted).toBe(false) // what begins now belongs to the next
  })

  it('is given up when another window left the workspace, and not when something was saved in it', () => {
    const signal = untilWorkspaceLeft()

    push({ type: 'status', status: aStatus('open') })
    expect(signal.aborted).toBe(false)
    push({ type: 'status', status: aStatus('open', aWorkspace({ id: 'w2' })) })

    expect(signal.aborted).toBe(true)
  })
})
