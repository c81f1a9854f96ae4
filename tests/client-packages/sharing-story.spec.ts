// Proves docs/contract/vault.md, Flows.

// @module-tag full

import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OpenedItem } from '../../shared/contract/workbench-items.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { PublishedPackages } from '../support/published/published-client.ts'
import { registerPublishedUser } from '../support/published/published-client.ts'
import { publishedClient5, publishedClient6 } from '../support/published/published-keystore-clients.ts'
import type { PublishedItem, PublishedSharer } from '../support/published/published-sharing.ts'
import { publishedSharer } from '../support/published/published-sharing.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  PASSPHRASE,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../support/workbench/workbench.ts'
import { describeRows } from '../support/tiers.ts'

/*
 * One story, with a published client on one side and our window on the other: both connect, share, pass on, update and
 * end, over the same running application.
 */

const PACKAGES: readonly [string, PublishedPackages][] = [
  ['vault-api-sdk 37.1.15', { vault: publishedVault37, keystore: publishedClient6 }],
  ['vault-api-sdk 31.0.0', { vault: publishedVault31, keystore: publishedClient5 }],
]
const SMALL_KEY_BITS = 2048
const NUMBER = 'X1234567 für Zoë'
const NEW_NUMBER = 'Y7654321'

const w = workbenchOperations

describeRows('sharing between our window and a user of %s', PACKAGES, (_, packages) => {
  let workbench: TestWorkbench
  let call: TestWorkbench['call']
  let alice: WindowUser
  let bob: PublishedSharer & { readonly userId: string }
  beforeEach(async () => {
    workbench = await startWorkbench(temporaryDirectory())
    call = workbench.call
    await call(w.workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })
    alice = await windowUser(workbench, 'Alice')
    const { url } = workbench.application.server
    const user = await registerPublishedUser(url, packages, PASSPHRASE, SMALL_KEY_BITS)
    bob = { userId: user.userId, ...publishedSharer(url, user, packages.vault) }
  })
  afterEach(async () => {
    await workbench.application.close()
    removeDirectory(workbench.directory)
    expect(workbench.faults).toEqual([])
  })

  /** Our user makes a key pair the published client can use; the invitation goes over as a bare token. */
  async function connectAliceAndBob(): Promise<void> {
    const { link } = await call(w.invitationCreate, { params: alice.params, body: { name: 'Bob', compatible: true } })
    await bob.accept(link.split('/').at(-1) ?? '')
  }

  it('ours shares, theirs reads, passes it on to ours, and everybody gets the new value', async () => {
    const carlos = await windowUser(workbench, 'Carlos')
    await connectAliceAndBob()
    await call(w.invitationAccept, {
      params: carlos.params,
      body: { link: await bob.invite(), name: 'Bob', compatible: true },
    })
    const passport = await call(w.itemCreate, { params: alice.params, body: passportDraft(NUMBER) })
    await call(w.shareCreate, {
      params: alice.params,
      body: { items: [{ item_id: passport.item.id }], recipient_ids: [bob.userId], onsharing_permitted: true },
    })

    const [copy] = await bob.received()
    expect(textOf(copy)).toBe(NUMBER)
    if (copy === undefined) throw new Error('nothing was received')
    await bob.share(copy, carlos.vaultId, 'owner')
    expect(await carlos.reads()).toEqual({ value: NUMBER, verification: 'verified' })

    const [slot] = passport.slots
    await call(w.itemSave, {
      params: { ...alice.params, item_id: passport.item.id },
      body: { slots: [{ id: slot?.id ?? '', value: NEW_NUMBER }] },
    })
    expect(await call(w.taskRun, { params: alice.params, body: {} })).toEqual({ done: 1, failed: 0, left: 0 })
    expect(textOf((await bob.received())[0])).toBe(NEW_NUMBER)
    expect(await carlos.reads()).toEqual({ value: NEW_NUMBER, verification: 'verified' })

    const { rows } = await call(w.itemShares, { params: { ...alice.params, item_id: passport.item.id } })
    const toBob = rows.find(({ person }) => person.user_id === bob.userId)
    await call(w.sharesRevoke, { params: alice.params, body: { share_ids: [toBob?.share_id ?? ''] } })
    expect(await bob.received()).toEqual([])
    expect(await carlos.reads()).toBeUndefined()
  })

  it('theirs shares, ours verifies it and keeps it under the own key', async () => {
    await connectAliceAndBob()
    const licence = await bob.create('Licence', 'Number', NUMBER)
    await bob.share(licence, alice.vaultId, 'anyone')

    expect(await alice.reads()).toEqual({ value: NUMBER, verification: 'verified' })
    const { rows } = await call(w.shareRows, { params: alice.params, query: { direction: 'incoming' } })
    expect(rows).toMatchObject([{ item_label: 'Licence', person: { name: 'Bob' }, reencrypted: true }])
    expect(await alice.reads()).toEqual({ value: NUMBER, verification: 'verified' })
  })
})

interface WindowUser {
  readonly params: { readonly user_id: string }
  readonly vaultId: string
  /** The number in the one item this person received; undefined while there is none. */
  reads(): Promise<{ value: string | null; verification: string | null } | undefined>
}

async function windowUser(workbench: TestWorkbench, name: string): Promise<WindowUser> {
  const { user } = await registerUser(workbench, name)
  const params = { user_id: user.id }
  return {
    params,
    vaultId: user.vault_user_id ?? '',
    async reads() {
      const { rows } = await workbench.call(w.itemRows, { params, query: { own: false } })
      const [row] = rows
      if (row === undefined) return undefined
      return numberOf(await workbench.call(w.itemOpen, { params: { ...params, item_id: row.id } }))
    },
  }
}

function numberOf({ slots }: OpenedItem) {
  const slot = slots.find(({ label }) => label === 'Number')
  return { value: slot?.value ?? null, verification: slot?.verification ?? null }
}

function passportDraft(value: string) {
  return { label: 'Passport', slots: [{ label: 'Number', slot_type_name: 'key_value' as const, value }] }
}

function textOf(item: PublishedItem | undefined): string | undefined {
  return item?.values['Number']?.text
}
