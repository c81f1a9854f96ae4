// Proves docs/contract/client-crypto.md, Agents.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Send } from '../../../shared/contract/caller.ts'
import { keystoreOperations } from '../../../shared/contract/index.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { ClientPeople } from '../../../tests/support/people/client-people.ts'
import { anOrganizationOf, connectClients, startClientPeople } from '../../../tests/support/people/client-people.ts'
import type { DataEncryptionKey } from '../../crypto/keys.ts'
import { newKeyPair } from '../../crypto/key-pair.ts'
import { newDataEncryptionKey } from '../../crypto/keys.ts'
import { formatDataEncryptionKey, formatPrivateKey } from '../../crypto/private-key-text.ts'
import type { PersonClient } from '../client.ts'
import { acceptInvitation, invite } from '../invitations/connect-people.ts'
import { createItem } from '../items/sealed-items.ts'
import { shareItems } from '../shares/share-items.ts'
import { createAgentClient } from './agent-account.ts'
import { storeAgentKey } from './agent-key-store.ts'
import type { AgentOf } from './agent-of.ts'
import { agentTag } from './agent-of.ts'
import type { HandOver } from './hand-over-key.ts'
import { handOverKey } from './hand-over-key.ts'
import { DATA_KEY_LABEL, KEY_ITEM_LABEL } from './key-item.ts'
import { openAgent } from './open-agent.ts'
import { organizationKeys } from './organization-keys.ts'
import { takeKey } from './take-key.ts'

const HOUR_MS = 60 * 60 * 1000

interface Member {
  readonly account: PersonClient['account']
  readonly client: PersonClient
}

let people: ClientPeople
let dana: Member
let alice: Member
let clinic: AgentOf

beforeEach(async () => {
  people = startClientPeople()
  refused.clear()
  dana = await aMember('Dana')
  alice = await aMember('Alice')
  clinic = await anOrganizationOf(people, dana.client)
  await actOnce(clinic, async (agent) => {
    const details = { name: 'Alice', expires_in_days: 1, compatible: false, shares: [] }
    const { link } = await invite(agent, details, { organization_member_role: 'owner' })
    await acceptInvitation(alice.client, { link, passphrase: null, name: 'The clinic', compatible: false })
  })
})

afterEach(() => {
  expect(people.service.faults).toEqual([])
})

async function aMember(name: string): Promise<Member> {
  const client = await people.register(name, sometimes)
  return { client, account: client.account }
}

/** What the service is made to refuse. */
const refused = new Set<string>()

const sometimes: Send = (request) => {
  if (!refused.has(request.operation)) return people.send(request)
  const words = { message: 'not now', requested_language: 'en', message_in_requested_language: true }
  const entry = { error: 'public_key_mismatch', http_code: 400, extra_info: {}, ...words }
  return Promise.resolve({ ok: false, status: 400, body: { errors: [entry] } })
}

function now(): number {
  return people.service.clock.nowMs()
}

const actOnce: HandOver['actOnce'] = async (agent, work) => {
  const opened = await openAgent({ send: people.send, member: dana.account, agent })
  return work(createAgentClient(opened.account, agent), opened)
}

/** As somebody who hands over another key of the values. */
function actingWith(dataEncryptionKey: DataEncryptionKey): HandOver['actOnce'] {
  return (agent, work) =>
    actOnce(agent, (client, opened) => {
      const keys = () => ({ ...opened.account.keys(), dataEncryptionKey })
      return work(client, { ...opened, account: { ...opened.account, keys } })
    })
}

function offer() {
  const handOver = { ...dana, name: 'Dana', nowMs: now(), actOnce }
  return handOverKey(handOver, clinic, alice.account.vaultUserId)
}

function take(shareId: string) {
  return takeKey({ ...alice, send: people.send }, clinic, shareId)
}

async function keyItems({ client }: Member): Promise<readonly string[]> {
  const query = { order_by: 'created_at', order: 'asc', offset: 0, limit: 100 } as const
  return (await client.items.rows({ ...query, text: 'Key of' })).rows.map(({ id }) => id)
}

describe('handOverKey', () => {
  it('deletes what an earlier hand-over left, once nobody has a share of it', async () => {
    await connectClients([dana.client, 'Dana'], [alice.client, 'Alice'])
    const first = await offer()
    await take(first.share_id)
    const [taken] = await keyItems(dana)
    await offer()
    expect(await keyItems(dana)).toHaveLength(2) // just now: it may be on its way to be shared

    people.service.clock.advanceMs(HOUR_MS)
    await offer()

    const left = await keyItems(dana)
    expect(left).toHaveLength(2)
    expect(left).not.toContain(taken)
  })

  it('leaves no item behind that could not be shared', async () => {
    await connectClients([dana.client, 'Dana'], [alice.client, 'Alice'])
    refused.add(shareOperations.itemsSharesPost.id)

    await expect(offer()).rejects.toMatchObject({ code: 'recipient_not_connected', message: 'not now' })

    expect(await keyItems(dana)).toEqual([])
  })

  it('leaves the taker nothing but the key', async () => {
    await connectClients([dana.client, 'Dana'], [alice.client, 'Alice'])
    const { share_id } = await offer()

    await take(share_id)

    expect(await keyItems(alice)).toEqual([])
    expect(await organizationKeys(alice, clinic.organizationId)).toMatchObject([{ held: true, offer: null }])
  })

  it('is taken with the right key of the values only; another one is given back', async () => {
    const { share_id } = await handOverKey(
      { ...dana, name: 'Dana', nowMs: now(), actOnce: actingWith(newDataEncryptionKey()) },
      clinic,
      alice.account.vaultUserId,
    )

    await expect(take(share_id)).rejects.toMatchObject({ code: 'organization_key_wrong' })

    expect(await organizationKeys(alice, clinic.organizationId)).toMatchObject([{ held: false, offer: null }])
    expect(await keyItems(alice)).toEqual([])
  })

  it('is not hidden for good by what somebody else calls a key', async () => {
    const mallory = await aMember('Mallory')
    await connectClients([mallory.client, 'Mallory'], [alice.client, 'Alice'])
    const genuine = await offer()
    people.service.clock.advanceMs(1000)
    const slots = [
      { label: agentTag(clinic), slot_type_name: 'password' as const, value: formatPrivateKey(newKeyPair()) },
      {
        label: DATA_KEY_LABEL,
        slot_type_name: 'password' as const,
        value: formatDataEncryptionKey(newDataEncryptionKey()),
      },
    ]
    const draft = {
      template_name: 'custom',
      label: `${KEY_ITEM_LABEL}Harbour Clinic`,
      description: '',
      slots,
      tags: [],
    }
    const { item } = await createItem(mallory.account, draft)
    const { share_ids } = await shareItems(
      mallory.client,
      {
        items: [{ item_id: item.id, slot_id: null }],
        recipient_ids: [alice.account.vaultUserId],
        onsharing_permitted: false,
        acceptance_required: 'acceptance_required',
        terms: null,
        expires_at: null,
      },
      () => undefined,
    )
    const offered = async () => (await organizationKeys(alice, clinic.organizationId))[0]?.offer
    expect(await offered()).toMatchObject({ share_id: share_ids[0] })

    await expect(take(share_ids[0] ?? '')).rejects.toMatchObject({ code: 'organization_key_wrong' })

    expect(await offered()).toMatchObject({ share_id: genuine.share_id })
    await take(genuine.share_id)
    expect(await organizationKeys(alice, clinic.organizationId)).toMatchObject([{ held: true, offer: null }])
  })

  it('takes the place of a wrong key, which is kept', async () => {
    const wrong = newKeyPair()
    await storeAgentKey(alice.account, wrong, { tag: agentTag(clinic), metadata: {} })
    const open = () => openAgent({ send: people.send, member: alice.account, agent: clinic })
    await expect(open()).rejects.toMatchObject({ code: 'organization_key_wrong' })
    const { share_id } = await offer()

    await take(share_id)

    expect((await open()).name).toBe('Harbour Clinic')
    const { keypairs } = await alice.account.call(keystoreOperations.keypairsGet, {})
    expect(keypairs.find(({ public_key }) => public_key === wrong.publicKey)?.external_identifiers).toEqual([])
  })

  it('may be done again: the taker opens the agent with what came last', async () => {
    const first = await offer()
    await take(first.share_id)
    const second = await offer()
    expect(await organizationKeys(alice, clinic.organizationId)).toMatchObject([
      { held: true, offer: { share_id: second.share_id } },
    ])
    await take(second.share_id)

    const { account } = await openAgent({ send: people.send, member: alice.account, agent: clinic })

    const danas = await openAgent({ send: people.send, member: dana.account, agent: clinic })
    expect([...account.keys().dataEncryptionKey]).toEqual([...danas.account.keys().dataEncryptionKey])
  })
})
