// Proves docs/contract/workbench.md, Workspaces: locking.

import { describe, expect, it, vi } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { openPersonAccount } from '../../src-main/client/account/account.ts'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import { newDataEncryptionKey, newKeyEncryptionKey } from '../../src-main/crypto/keys.ts'
import { openWorkbench, stopWorkbench } from '../support/workbench/workbench.ts'

const { workspaceLock, sampleWorkspaceCreate, statusGet } = workbenchOperations

describe('locking', () => {
  it('drops the keys of a user before the service answers', () => {
    const keys = {
      keyEncryptionKey: newKeyEncryptionKey(),
      dataEncryptionKey: newDataEncryptionKey(),
      loginKeyPair: newKeyPair(),
    }
    const account = openPersonAccount(
      () => new Promise(() => undefined), // a disk that hangs
      { vaultUserId: 'v', tokens: { vault: 'v_x', keystore: 'k_x' }, keys },
    )

    void account.signOut()

    expect(() => account.keys()).toThrow('Sign in first')
    expect(keys.dataEncryptionKey.every((byte) => byte === 0)).toBe(true)
  })

  it(
    'does not wait for a sample workspace that is being made, and locks that as well',
    { tags: ['full'] },
    async () => {
      const workbench = await openWorkbench()
      const { call, events } = workbench
      const making = call(sampleWorkspaceCreate, {})
      await vi.waitUntil(() => events.some((event) => event.type === 'progress' && event.task === 'sample'))

      const locking = call(workspaceLock, {})
      const { state, current } = await call(statusGet, {})

      expect({ state, name: current?.name }).toEqual({ state: 'locked', name: 'Mine' })
      await making
      expect(await locking).toMatchObject({ state: 'locked', current: { demo: true } })
      await stopWorkbench(workbench)
    },
  )
})
