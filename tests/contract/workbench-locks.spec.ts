// Proves docs/contract/workbench.md, Workspaces: locking.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keystoreOperations } from '../../shared/contract/index.ts'
import type { LockSettings } from '../../shared/contract/workbench-locks.ts'
import { NO_LOCKS, PROTECTED_LOCKS } from '../../shared/contract/workbench-locks.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, PASSPHRASE, refusal, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const {
  activityNote,
  locksGet,
  locksPut,
  operatorGet,
  operatorPasswordSet,
  sampleWorkspaceCreate,
  statusGet,
  forward,
  userSignIn,
  usersGet,
  workspaceCreate,
  workspaceLock,
  workspaceOpen,
} = workbenchOperations
const MINUTE_MS = 60_000
const realNow = Date.now.bind(Date)

let workbench: TestWorkbench
let aheadMs: number

beforeEach(async () => {
  aheadMs = 0
  workbench = await openWorkbench({ passphrase: PASSPHRASE })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await stopWorkbench(workbench)
})

/** The clock of the computer shows so much more from now on, as after a sleep. */
function leap(ms: number): void {
  aheadMs += ms
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs)
}

const status = () => workbench.call(statusGet, {})
const locked = () => vi.waitFor(async () => expect((await status()).state).toBe('locked'))
const set = (changes: Partial<LockSettings>) => workbench.call(locksPut, { body: { ...PROTECTED_LOCKS, ...changes } })

async function unlock(): Promise<void> {
  const workspace_id = (await status()).current?.id ?? ''
  await workbench.call(workspaceOpen, { params: { workspace_id }, body: { passphrase: PASSPHRASE } })
}

describe('locksGet and locksPut', () => {
  it('begin with fifteen minutes, sleep and screen where a passphrase protects the workspace', async () => {
    expect(await workbench.call(locksGet, {})).toEqual({ locks: PROTECTED_LOCKS })
  })

  it('begin with nothing in a workspace without a passphrase, and in the sample', { tags: ['full'] }, async () => {
    await workbench.call(workspaceCreate, { body: { name: 'Plain', passphrase: null } })
    expect(await workbench.call(locksGet, {})).toEqual({ locks: NO_LOCKS })

    await workbench.call(sampleWorkspaceCreate, {})
    expect(await workbench.call(locksGet, {})).toEqual({ locks: NO_LOCKS })
  })

  it('are kept with the workspace', async () => {
    const locks = { idle_minutes: 30, on_sleep: false, on_screen_lock: true } as const
    expect(await workbench.call(locksPut, { body: locks })).toEqual({ locks })
    await workbench.call(workspaceLock, {})
    await unlock()

    expect(await workbench.call(locksGet, {})).toEqual({ locks })
  })

  it('refuse other minutes, and a workspace that is locked', async () => {
    const body = { ...PROTECTED_LOCKS, idle_minutes: 7 } as unknown as LockSettings
    await expect(workbench.call(locksPut, { body })).rejects.toThrow(refusal('invalid_params'))
    expect(await workbench.call(locksGet, {})).toEqual({ locks: PROTECTED_LOCKS })

    await workbench.call(workspaceLock, {})
    await expect(workbench.call(locksGet, {})).rejects.toThrow(refusal('workspace_locked'))
    await expect(set({})).rejects.toThrow(refusal('workspace_locked'))
  })
})

describe('a workspace that nobody uses', () => {
  it('locks as the command does: keys, other programs, and the operator console', async () => {
    const { user } = await registerUser(workbench, 'Alice')
    await workbench.call(operatorPasswordSet, { body: { password: null, remember: false } })
    await set({ on_sleep: false })

    leap(15 * MINUTE_MS)
    await locked()

    const { vault } = workbench.application.server
    expect((await fetch(`${vault}/me`)).status).toBe(423)
    const asked = workbench.call(forward, {
      body: { as: 'user', user_id: user.id, operation: keystoreOperations.sessionsGet.id },
    })
    await expect(asked).rejects.toThrow(refusal('workspace_locked'))
    await unlock()
    expect((await workbench.call(usersGet, {})).users).toMatchObject([{ full_name: 'Alice', state: 'locked' }])
    expect((await workbench.call(operatorGet, {})).operator).toMatchObject({ state: 'closed' })
  })

  it('tells the window a minute before, and stays open with a sign of the person', { tags: ['full'] }, async () => {
    await set({ idle_minutes: 5, on_sleep: false })
    expect(await status()).not.toHaveProperty('locks_at')

    leap(4.5 * MINUTE_MS)
    await vi.waitFor(() => {
      expect(workbench.events).toContainEqual({
        type: 'status',
        status: expect.objectContaining({ state: 'open', locks_at: expect.any(String) as string }) as object,
      })
    })
    const { locks_at } = await status()
    expect(Date.parse(locks_at ?? '') - Date.now()).toBeLessThanOrEqual(0.5 * MINUTE_MS)
    await workbench.call(activityNote, {})

    expect(await status()).toMatchObject({ state: 'open' })
    expect(await status()).not.toHaveProperty('locks_at')
  })

  it('does not take the calls of other programs for a sign of the person', { tags: ['full'] }, async () => {
    await set({ idle_minutes: 5, on_sleep: false })
    const { vault } = workbench.application.server
    leap(4.5 * MINUTE_MS)
    await fetch(`${vault}/me`)
    leap(0.5 * MINUTE_MS)

    await locked()
  })

  it('locks when the computer slept, and at once when it says so', async () => {
    leap(MINUTE_MS)
    await locked()
    await unlock()

    workbench.application.workbench.noteComputer('locks_screen')
    expect(await status()).toMatchObject({ state: 'locked' })
  })

  it('asks a user for the passphrase again also where the workspace has none', { tags: ['full'] }, async () => {
    await workbench.call(workspaceCreate, { body: { name: 'Plain', passphrase: null } })
    const { user } = await registerUser(workbench, 'Bob')
    await set({})
    workbench.application.workbench.noteComputer('sleeps')
    const workspace_id = (await status()).current?.id ?? ''
    await workbench.call(workspaceOpen, { params: { workspace_id }, body: {} })

    const params = { user_id: user.id }
    await expect(workbench.call(userSignIn, { params, body: {} })).rejects.toThrow()
    const signedIn = await workbench.call(userSignIn, { params, body: { passphrase: PASSPHRASE } })
    expect(signedIn.user.state).toBe('signed_in')
  })

  it('takes note of nobody while no workspace is open', async () => {
    await workbench.call(workspaceLock, {})

    await workbench.call(activityNote, {})
    workbench.application.workbench.noteComputer('sleeps')

    expect(await status()).toMatchObject({ state: 'locked' })
  })
})
