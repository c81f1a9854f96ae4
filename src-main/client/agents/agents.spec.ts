// Proves docs/contract/client-crypto.md, Agents; docs/contract/workbench.md, Workspaces: locking.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Send } from '../../../shared/contract/caller.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import { organizationServiceOperations } from '../../../shared/contract/organization-services.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import type { ClientPeople } from '../../../tests/support/people/client-people.ts'
import {
  approveOrganization,
  approveService,
  createTextItem,
  startClientPeople,
  valuesOf,
} from '../../../tests/support/people/client-people.ts'
import { newDataEncryptionKey } from '../../crypto/keys.ts'
import { formatPrivateKey } from '../../crypto/private-key-text.ts'
import type { PersonAccount } from '../account/account.ts'
import { createItem } from '../items/sealed-items.ts'
import { openItem } from '../items/open-items.ts'
import type { AgentAccount } from './agent-account.ts'
import { createAgentClient } from './agent-account.ts'
import { storeAgentDataKey } from './agent-key-store.ts'
import { openAgent } from './open-agent.ts'
import { listRequestedServices } from './pending-requests.ts'
import { requestOrganization, requestService } from './request-organization.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DETAILS = { name: 'Harbour Clinic', description: null, url: null, email: null, compatible: false }

let people: ClientPeople
/** Operations whose reply is lost, or which are not even made. */
const broken = new Map<string, 'before' | 'after'>()
let dana: PersonAccount

beforeEach(async () => {
  people = startClientPeople()
  broken.clear()
  dana = (await people.register('Dana', breaking)).account
})

afterEach(() => {
  expect(people.service.faults).toEqual([])
})

/** As a connection that breaks: what was sent may have arrived. */
const breaking: Send = async (request) => {
  const when = broken.get(request.operation)
  if (when === 'before') throw new Error('the connection broke')
  const reply = await people.send(request)
  if (when === 'after') throw new Error('the connection broke')
  return reply
}

function requester() {
  return { member: dana, nowMs: () => people.service.clock.nowMs(), newId: () => crypto.randomUUID() }
}

function request(name = DETAILS.name) {
  return requestOrganization(requester(), { ...DETAILS, name })
}

async function keyPairs() {
  const { keypairs } = await dana.call(keystoreOperations.keypairsGet, {})
  return keypairs.filter(({ external_identifiers }) => !external_identifiers.includes('auth'))
}

async function tags(): Promise<string[]> {
  return (await keyPairs()).flatMap(({ external_identifiers }) => external_identifiers)
}

async function requestedIds(): Promise<string[]> {
  const { organizations } = await dana.call(organizationOperations.organizationsGet, { query: { mode: 'requested' } })
  return organizations.map(({ id }) => id)
}

async function validated(): Promise<string> {
  const { id } = await request()
  await approveOrganization(dana, id)
  return id
}

function open(organizationId: string, send: Send = breaking) {
  return openAgent({ send, member: dana, agent: { organizationId, serviceId: null } })
}

/** As a token alone can: neither the agent's account nor the metadata of its key pair say what its data key is. */
async function forgetNames(agent: AgentAccount, named: string | null): Promise<void> {
  await agent.call(vaultOperations.mePut, { body: { user: { private_dek_external_id: named } } })
  const [pair] = await keyPairs()
  await dana.call(keystoreOperations.keypairsIdPatch, { params: { id: pair?.id ?? '' }, body: { metadata: {} } })
}

/** The one of Dana among them. */
async function countDataKeys(): Promise<number> {
  return (await dana.call(keystoreOperations.dataEncryptionKeysGet, {})).data_encryption_keys.length
}

describe('a request that is interrupted', () => {
  it('after it arrived is found by its name, and gets its key pair', async () => {
    broken.set(organizationOperations.organizationsPost.id, 'after')
    await expect(request()).rejects.toThrow('the connection broke')
    broken.clear()
    expect(await tags()).toEqual([expect.stringMatching(/^organization-request:/)])
    const [id] = await requestedIds()

    const next = await request('Pier Car Hire')

    expect(await tags()).toEqual([`organization:${String(id)}`, `organization:${next.id}`])
  })

  it('before it arrived leaves a key pair that is deleted a day later', async () => {
    broken.set(organizationOperations.organizationsPost.id, 'before')
    await expect(request()).rejects.toThrow('the connection broke')
    broken.clear()
    people.service.clock.advanceMs(DAY_MS - 1)
    await request('Pier Car Hire')
    expect(await keyPairs()).toHaveLength(2)

    people.service.clock.advanceMs(2)
    const { id } = await request('Quay Bakery')

    expect(await keyPairs()).toHaveLength(2)
    expect(await tags()).toEqual([expect.stringMatching(/^organization:/), `organization:${id}`])
  })

  it('is not taken for another of the same name: opening shows whose key pair it is', async () => {
    broken.set(organizationOperations.organizationsPost.id, 'after')
    const made = await Promise.allSettled([request(), request()])
    expect(made.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    broken.clear()
    await request('Pier Car Hire')
    expect((await tags()).filter((tag) => tag.startsWith('organization-request:'))).toHaveLength(2)

    const ids = await requestedIds()
    for (const id of ids) {
      await approveOrganization(dana, id)
      await open(id)
    }

    expect((await tags()).toSorted()).toEqual(ids.map((id) => `organization:${id}`).toSorted())
  })

  it('of a service is found whatever a token wrote beside its key pair', async () => {
    const organizationId = await validated()
    const details = { name: 'Appointments', description: null, contract: null, compatible: false }
    broken.set(organizationServiceOperations.organizationsOrganizationIdServicesPost.id, 'after')
    await expect(requestService(requester(), organizationId, details)).rejects.toThrow('the connection broke')
    broken.clear()
    const [waiting] = await listRequestedServices(dana, organizationId)
    const pending = (await keyPairs()).find(({ external_identifiers: [tag] }) => tag?.startsWith('service-request:'))
    await dana.call(keystoreOperations.keypairsIdPatch, { params: { id: pending?.id ?? '' }, body: { metadata: {} } })
    await approveService(dana, waiting?.agent.serviceId ?? '')

    await openAgent({ send: breaking, member: dana, agent: { organizationId, serviceId: null, ...waiting?.agent } })

    expect(await tags()).toContain(`service:${String(waiting?.agent.serviceId)}`)
  })

  it.each([false, true])(
    'is found whatever a token made of tag and metadata › published format: %s',
    async (compatible) => {
      broken.set(organizationOperations.organizationsPost.id, 'after')
      await expect(requestOrganization(requester(), { ...DETAILS, compatible })).rejects.toThrow('the connection broke')
      broken.clear()
      const body = { metadata: {}, external_identifiers: ['a tag'] }
      await dana.call(keystoreOperations.keypairsIdPatch, { params: { id: (await keyPairs())[0]?.id ?? '' }, body })
      const [id = ''] = await requestedIds()
      await approveOrganization(dana, id)

      await open(id)

      expect(await tags()).toEqual([`organization:${id}`])
    },
  )

  it('keeps its key pair as long as something of the user has none', async () => {
    broken.set(organizationOperations.organizationsPost.id, 'after')
    await expect(request()).rejects.toThrow('the connection broke')
    broken.clear()
    const [id = ''] = await requestedIds()
    await approveOrganization(dana, id)
    people.service.clock.advanceMs(2 * DAY_MS)
    await request('Pier Car Hire')

    await open(id)

    expect(await tags()).toContain(`organization:${id}`)
  })
})

describe('a request that the service refuses', () => {
  it('leaves no key pair behind', async () => {
    const tooLong = 'x'.repeat(300)

    await expect(request(tooLong)).rejects.toMatchObject({ code: 'invalid_params' })

    expect(await keyPairs()).toEqual([])
  })
})

describe('openAgent', () => {
  it('makes one data encryption key, whatever is interrupted, and reads with it what was sealed before', async () => {
    const organizationId = await validated()
    const steps = [
      keystoreOperations.dataEncryptionKeysPost.id,
      keystoreOperations.keypairsIdPatch.id,
      vaultOperations.mePut.id,
    ]
    for (const step of steps)
      for (const when of ['before', 'after'] as const) {
        broken.set(step, when)
        await open(organizationId)
          .then(({ account }) => account.signOut())
          .catch((error: unknown) => {
            expect(error).toMatchObject({ message: 'the connection broke' })
          })
        broken.clear()
      }
    await dana.call(keystoreOperations.keypairsIdPatch, {
      params: { id: (await keyPairs())[0]?.id ?? '' },
      body: { metadata: {} },
    })
    const first = await open(organizationId)
    const item = await createItem(first.account, {
      template_name: 'custom',
      label: 'Opening hours',
      slots: [{ label: 'Monday', slot_type_name: 'key_value', value: '8 to 18' }],
      tags: [],
    })

    const second = await open(organizationId)

    const agent = { organizationId, serviceId: null }
    const { slots } = await openItem(createAgentClient(second.account, agent), item.item.id)
    expect(slots[0]?.value).toBe('8 to 18')
    const { user } = await second.account.call(vaultOperations.meGet, {})
    expect((await keyPairs())[0]?.metadata['data_encryption_key_id']).toBe(user.private_dek_external_id)
  })

  it('finds the data encryption key whatever a token wrote in the places that name it', async () => {
    const organizationId = await validated()
    const agent = { organizationId, serviceId: null }
    const first = await open(organizationId)
    const { item } = await createTextItem(createAgentClient(first.account, agent), 'Hours', { Monday: '8 to 18' })
    for (const named of [null, 'as another program calls it', crypto.randomUUID()]) {
      await forgetNames(first.account, named)

      const { account } = await open(organizationId)

      expect(valuesOf(await openItem(createAgentClient(account, agent), item.id))).toEqual({ Monday: '8 to 18' })
      expect(await countDataKeys()).toBe(2)
    }
  })

  it('reads with every key of the agent, and seals with the one that was stored last', async () => {
    const organizationId = await validated()
    const agent = { organizationId, serviceId: null }
    const first = await open(organizationId)
    const { item } = await createTextItem(createAgentClient(first.account, agent), 'Hours', { Monday: '8 to 18' })
    people.service.clock.advanceMs(1)
    const latest = await storeAgentDataKey(dana, agent, newDataEncryptionKey())
    await forgetNames(first.account, null)

    const { account } = await open(organizationId)

    expect(valuesOf(await openItem(createAgentClient(account, agent), item.id))).toEqual({ Monday: '8 to 18' })
    expect((await account.call(vaultOperations.meGet, {})).user.private_dek_external_id).toBe(latest)
  })

  it.each([null, 'as another program calls it'])(
    'makes no second data encryption key where the first is gone, and the account names %s',
    async (named) => {
      const organizationId = await validated()
      const { account } = await open(organizationId)
      await forgetNames(account, named)
      people.service.connection.prepare('DELETE FROM data_encryption_keys').run()

      await expect(open(organizationId)).rejects.toMatchObject({ code: 'organization_key_missing' })

      expect(await countDataKeys()).toBe(0)
      const { user } = await account.call(vaultOperations.meGet, {})
      expect(user.private_dek_external_id).toBe(named)
    },
  )

  it('overwrites the private key with the account, and calls no key store', async () => {
    const { account } = await open(await validated())
    const { keyPair, dataEncryptionKey } = account.keys()
    const before = formatPrivateKey(keyPair)
    await expect(account.call(keystoreOperations.keypairsGet, {})).rejects.toMatchObject({ code: 'forbidden' })

    account.wipe()

    expect(formatPrivateKey(keyPair)).not.toBe(before)
    expect(dataEncryptionKey.every((byte) => byte === 0)).toBe(true)
    await expect(account.call(vaultOperations.meGet, {})).rejects.toMatchObject({ code: 'user_locked' })
  })

  it('gives every connection the one key pair, as long as it is unlocked', async () => {
    const organizationId = await validated()
    const { account } = await open(organizationId)
    const { keys } = createAgentClient(account, { organizationId, serviceId: null })
    const { keyPair } = account.keys()

    const stored = await keys.create('published')
    await keys.discard(stored)

    expect(stored).toEqual({ id: 'org-agent-keypair', publicKey: keyPair.publicKey })
    expect(await keys.open('any name')).toBe(keyPair)
    account.wipe()
    await expect(keys.open('any name')).rejects.toMatchObject({ code: 'user_locked' })
    await expect(keys.create('pdv1')).rejects.toMatchObject({ code: 'user_locked' })
  })
})
