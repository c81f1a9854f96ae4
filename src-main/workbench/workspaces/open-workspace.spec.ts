// Proves docs/contract/workbench.md, Workspaces: locking.

import { describe, expect, it } from 'vitest'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { createListeners } from '../../../shared/listeners.ts'
import { startService, testClock } from '../../../tests/support/service/test-service.ts'
import { memoryUploadStore } from '../../client/files/upload-store.ts'
import { testIssuerStore } from '../token-issuers/test-issuer-store.ts'
import { wireIssuers, wireWallets } from '../../composition/wallet-wiring.ts'
import { localKey } from '../../crypto/keys.ts'
import { uuidV7Source } from '../../crypto/uuid-v7.ts'
import { createJournal } from '../journal/journal.ts'
import { sqliteOperatorPasswordStore } from '../operator/operator-password-store.ts'
import { workbenchAgentStore } from '../users/workbench-agent-store.ts'
import { workbenchDelegationStore } from '../users/workbench-delegation-store.ts'
import { workbenchUserStore } from '../users/workbench-user-store.ts'
import { openWorkspace } from './open-workspace.ts'
import { workbenchSettingsStore } from '../users/workbench-settings-store.ts'

function start() {
  const { service, connection, faults } = startService()
  const clock = testClock()
  const feed = createListeners<WorkbenchEvent>()
  const key = localKey(new Uint8Array(32).fill(7))
  const workspace = openWorkspace({
    record: {
      id: 'w',
      name: 'Mine',
      protected: false,
      demo: false,
      created_at: '',
      last_opened_at: null,
      key_slots: [],
    },
    vault: {
      service,
      users: workbenchUserStore(connection),
      agents: workbenchAgentStore(connection),
      delegations: workbenchDelegationStore(connection),
      settings: workbenchSettingsStore(connection),
      operatorPassword: sqliteOperatorPasswordStore(connection),
      wallet: wireWallets({
        connection,
        service,
        ownUrl: () => undefined,
        fetchOwn: () => Promise.reject(new Error('nothing is served')),
      }),
      testIssuers: testIssuerStore(connection),
      makeDurable: () => undefined,
      issuers: wireIssuers({
        connection,
        localKey: key,
        clock,
        isDemo: false,
        exchange: service.exchange,
        contexts: service.forWallet.contexts,
      }),
      file: {
        notices: [],
        isCheckDue: () => false,
        runDueCheck: () => Promise.resolve([]),
        check: () => Promise.resolve([]),
        markNoticesShown: () => undefined,
        backup: undefined,
      },
      uploadStoreOf: memoryUploadStore,
      close() {
        connection.close()
        return Promise.resolve()
      },
    },
    keys: { local: key, file: undefined },
    clock,
    newId: uuidV7Source(() => clock.nowMs()),
    journal: createJournal({ clock, elapsedMs: () => 0, baseUrl: () => undefined, announce: () => undefined }),
    feed,
    cost: undefined,
    onWrite: () => undefined,
    log: { error: () => undefined },
  })
  return { workspace, key, faults }
}

const LOCKED = { ok: false, status: 423, body: { errors: [{ error: 'workspace_locked' }] } }

describe('openWorkspace', () => {
  it('overwrites its key when it closes', async () => {
    const { workspace, key } = start()

    await workspace.close()

    expect(key.every((byte) => byte === 0)).toBe(true)
  })

  it('answers 423 once it is closed, without a fault', async () => {
    const { workspace, faults } = start()
    await workspace.close()

    const reply = await workspace.service.dispatch({
      operation: vaultOperations.meGet.id,
      headers: { authorization: 'v_unknown' },
    })

    expect(reply).toMatchObject(LOCKED)
    expect(faults).toEqual([])
  })

  it('answers 423 to a caller who was admitted before it closed', async () => {
    const { workspace } = start()
    const admission = await workspace.service.admit(
      vaultOperations.versionGet.id,
      {},
      { overNetwork: true, remote: null, address: '' },
    )
    await workspace.close()

    expect(admission.ok && admission.run({})).toMatchObject(LOCKED)
  })
})
