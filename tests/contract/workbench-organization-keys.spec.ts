// Proves docs/contract/client-crypto.md, Agents; docs/contract/workbench.md, Agents.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { vaultOperations } from '../../shared/contract/index.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import { newDataEncryptionKey } from '../../src-main/crypto/keys.ts'
import { formatDataEncryptionKey, formatPrivateKey } from '../../src-main/crypto/private-key-text.ts'
import { itRows } from '../support/tiers.ts'
import type { Actor, OrganizationWorkbench } from '../support/workbench/workbench-organizations.ts'
import { startOrganizationWorkbench } from '../support/workbench/workbench-organizations.ts'
import { refusal, stopWorkbench } from '../support/workbench/workbench.ts'

const {
  callGet,
  callsGet,
  connectionRows,
  invitationAccept,
  invitationCreate,
  invitationLook,
  itemCreate,
  itemOpen,
  itemRows,
  memberInvite,
  organizationKeyHandOver,
  organizationKeys,
  organizationKeyTake,
  serviceRequest,
  shareCreate,
  shareOpen,
  shareRows,
  slotReveal,
  forward,
  usersGet,
} = workbenchOperations

const UNKNOWN = '01890000-0000-7000-8000-000000000000'

let workbench: OrganizationWorkbench
let call: OrganizationWorkbench['call']
let dana: Actor
let alice: Actor
let organization_id: string

beforeEach(async () => {
  workbench = await startOrganizationWorkbench()
  call = workbench.call
  dana = await workbench.register('Dana')
  alice = await workbench.register('Alice')
  organization_id = await workbench.validated(dana)
})

afterEach(() => stopWorkbench(workbench))

/** The path of a call of a member about the organization. */
function of({ params }: Actor) {
  return { ...params, organization_id }
}

async function makeMember(member: Actor, role: 'admin' | 'owner'): Promise<void> {
  const { link } = await call(memberInvite, { params: of(dana), body: { name: member.name, role } })
  await call(invitationAccept, { params: member.params, body: { link, name: 'The clinic' } })
}

async function changeMember(member: Actor, role: 'admin' | 'owner' | 'none') {
  const path = { organization_id, id: member.vaultId }
  const { organizationsOrganizationIdMembersIdPut: put, organizationsOrganizationIdMembersIdDelete: remove } =
    vaultOperations
  const body = role === 'none' ? undefined : { organization_member: { role } }
  const operation = role === 'none' ? remove.id : put.id
  expect(await call(forward, { body: { as: 'user', ...dana.params, operation, params: path, body } })).toMatchObject({
    ok: true,
  })
}

async function connect(inviter: Actor, invitee: Actor, compatible = false): Promise<void> {
  const { link } = await call(invitationCreate, { params: inviter.params, body: { name: invitee.name, compatible } })
  await call(invitationAccept, { params: invitee.params, body: { link, name: inviter.name, compatible } })
}

/** @returns ids of share and item */
async function shareText(from: Actor, to: Actor, value: string) {
  const { item } = await call(itemCreate, {
    params: from.params,
    body: { label: 'Letter', slots: [{ label: 'Text', slot_type_name: 'key_value', value }] },
  })
  const { share_ids, failed } = await call(shareCreate, {
    params: from.params,
    body: { items: [{ item_id: item.id }], recipient_ids: [to.vaultId] },
  })
  expect(failed).toEqual([])
  return { share_id: share_ids[0] ?? '', item_id: item.id }
}

async function readText(by: Actor, share_id: string) {
  const { slots } = await call(shareOpen, { params: { ...by.params, share_id } })
  const slot = slots.find(({ label }) => label === 'Text')
  return { value: slot?.value, verification: slot?.verification }
}

/** Hands the key over and takes it. */
async function handOver(from: Actor, to: Actor, service_id: string | null = null) {
  const { share_id } = await call(organizationKeyHandOver, {
    params: of(from),
    body: { service_id, recipient_id: to.vaultId },
  })
  return call(organizationKeyTake, { params: of(to), body: { service_id, share_id } })
}

async function stateOf(actor: Actor) {
  return (await call(usersGet, {})).users.find(({ id }) => id === actor.id)?.state
}

async function keysOf(actor: Actor) {
  return (await call(organizationKeys, { params: of(actor) })).keys
}

const shown = (value: string) => ({ value, verification: 'verified' })

describe('memberInvite', () => {
  it('invites as the agent of the organization, with a role', async () => {
    const { invitation, link } = await call(memberInvite, { params: of(dana), body: { name: 'Alice', role: 'owner' } })
    expect(invitation).toMatchObject({ name: 'Alice', state: 'new', link, format: 'pdv1' })

    const look = await call(invitationLook, { params: alice.params, body: { link } })
    expect(look).toMatchObject({ inviter_name: 'Harbour Clinic', intent: 'member', role: 'owner' })
    await call(invitationAccept, { params: alice.params, body: { link, name: 'The clinic' } })

    const { rows } = await call(connectionRows, { params: alice.params })
    expect(rows).toMatchObject([{ name: 'The clinic', connection_type: 'member', user_type: 'organization_agent' }])
    const clinic = await workbench.act(dana, organization_id)
    expect((await call(connectionRows, { params: clinic.params })).rows).toMatchObject([
      { name: 'Alice', user_id: alice.vaultId, connection_type: 'member' },
    ])
    // Nobody else became an actor by it.
    expect((await call(usersGet, {})).users.map(({ full_name }) => full_name)).toEqual([
      'Dana',
      'Alice',
      'Harbour Clinic',
    ])
  })

  it('is refused to who is no owner, holds no key, or names no organization of theirs', async () => {
    const eve = await workbench.register('Eve')
    await makeMember(alice, 'admin')
    const invite = (by: Actor, id = organization_id) =>
      call(memberInvite, { params: { ...by.params, organization_id: id }, body: { name: 'Mallory' } })

    await expect(invite(eve)).rejects.toThrow(refusal('not_organization_member'))
    await expect(invite(alice)).rejects.toThrow(refusal('role_not_sufficient'))
    await expect(invite(dana, UNKNOWN)).rejects.toThrow(refusal('not_found'))
    await expect(invite(dana, await workbench.requested(dana, 'Pier'))).rejects.toThrow(refusal('wrong_status'))
    await changeMember(alice, 'owner')
    await expect(invite(alice)).rejects.toThrow(refusal('organization_key_missing'))
  })
})

describe('serviceRequest', () => {
  it('keeps the private key under the tag of the service; owners and admins act as it, connect and share', async () => {
    await makeMember(alice, 'admin')
    const { service } = await call(serviceRequest, {
      params: of(alice),
      body: { name: 'Appointments', contract: 'We keep them for a year.' },
    })
    expect(service).toMatchObject({ organization_id, status: 'requested', contract: 'We keep them for a year.' })
    expect(await workbench.keyPairTags(alice)).toContain(`service:${service.id}`)
    await expect(workbench.act(alice, organization_id, service.id)).rejects.toThrow(refusal('wrong_status'))
    const service_id = await workbench.validatedService(alice, organization_id, 'Check-ups')
    const bob = await workbench.register('Bob')

    const desk = await workbench.act(alice, organization_id, service_id)
    await connect(desk, bob)

    expect((await call(connectionRows, { params: bob.params })).rows).toMatchObject([
      { name: 'Check-ups', connection_type: 'service', user_type: 'service_agent' },
    ])
    const received = await shareText(bob, desk, 'since Monday')
    expect(await readText(desk, received.share_id)).toEqual(shown('since Monday'))
    const sent = await shareText(desk, bob, 'Tuesday at nine')
    expect(await readText(bob, sent.share_id)).toEqual(shown('Tuesday at nine'))
  })

  it('is refused to who is no member, and leaves no key pair behind', async () => {
    const before = await workbench.keyPairTags(alice)

    await expect(call(serviceRequest, { params: of(alice), body: { name: 'x' } })).rejects.toThrow(
      refusal('not_organization_member'),
    )

    expect(await workbench.keyPairTags(alice)).toEqual(before)
  })
})

describe('an agent', () => {
  itRows<[string, boolean]>(
    'receives, updates and passes on with one key pair for all connections, %s',
    [
      ['ours', false],
      ['for published clients', true],
    ],
    async (_, compatible) => {
      const service_id = await workbench.validatedService(dana, organization_id, 'Check-ups', compatible)
      const desk = await workbench.act(dana, organization_id, service_id)
      const bob = await workbench.register('Bob')
      await connect(bob, desk, compatible)
      await connect(desk, alice, compatible)

      const { rows } = await call(connectionRows, { params: desk.params })
      expect(new Set(rows.map(({ own_key_fingerprint }) => own_key_fingerprint)).size).toBe(1)
      expect(rows.map(({ own_format }) => own_format)).toEqual(Array(2).fill(compatible ? 'published' : 'pdv1'))
      const sent = await shareText(desk, bob, 'first')
      await call(workbenchOperations.itemSave, {
        params: { ...desk.params, item_id: sent.item_id },
        body: { slots: [{ ...(await textSlot(desk, sent.item_id)), value: 'second' }] },
      })
      const run = await call(workbenchOperations.taskRun, { params: desk.params, body: {} })
      expect(run).toMatchObject({ done: 1, failed: 0 })
      expect(await readText(bob, sent.share_id)).toEqual(shown('second'))
      const fromBob = await shareText(bob, desk, 'mine')
      const fromAlice = await shareText(alice, desk, 'hers')
      expect(await readText(desk, fromBob.share_id)).toEqual(shown('mine'))
      expect(await readText(desk, fromAlice.share_id)).toEqual(shown('hers'))
    },
  )
})

it('an agent sees in its lists at once what others do, and the window is told', async () => {
  const service_id = await workbench.validatedService(dana, organization_id)
  const desk = await workbench.act(dana, organization_id, service_id)
  const incoming = () => call(shareRows, { params: desk.params, query: { direction: 'incoming' } })
  expect((await incoming()).rows).toEqual([])
  expect((await call(connectionRows, { params: desk.params })).rows).toEqual([])

  await connect(alice, desk)
  const { share_id } = await shareText(alice, desk, 'hers')

  expect((await incoming()).rows).toMatchObject([{ share_id, person: { name: 'Alice' } }])
  expect((await call(connectionRows, { params: desk.params })).rows).toMatchObject([{ user_id: alice.vaultId }])
  expect(workbench.events).toContainEqual(
    expect.objectContaining({ type: 'change', vault_user_id: desk.vaultId, name: 'share.received', share_id }),
  )
})

async function textSlot({ params }: Actor, item_id: string) {
  const { slots } = await call(itemOpen, { params: { ...params, item_id } })
  return { id: slots.find(({ label }) => label === 'Text')?.id ?? '' }
}

describe('the key of an organization', () => {
  it('is handed over by the organization to a member, who then reads what was shared with it before', async () => {
    const clinic = await workbench.act(dana, organization_id)
    await makeMember(alice, 'owner')
    const early = await shareText(alice, clinic, 'before')
    expect(await readText(clinic, early.share_id)).toEqual(shown('before'))
    const late = await shareText(alice, clinic, 'not yet read')

    const { share_id, sent_by } = await call(organizationKeyHandOver, {
      params: of(dana),
      body: { recipient_id: alice.vaultId },
    })

    expect(sent_by).toMatchObject({ user_id: clinic.vaultId, name: 'Harbour Clinic' })
    expect(await keysOf(alice)).toMatchObject([
      { service_id: null, held: false, fingerprint: null, offer: { share_id, from: { user_id: clinic.vaultId } } },
    ])
    const { key } = await call(organizationKeyTake, { params: of(alice), body: { share_id } })
    const [danas] = await keysOf(dana)
    expect(key).toEqual({ ...danas, offer: null })
    expect((await call(shareRows, { params: alice.params, query: { direction: 'incoming' } })).rows).toEqual([])
    const again = await workbench.act(alice, organization_id)
    expect(again.id).toBe(clinic.id)
    expect((await call(usersGet, {})).users.at(-1)?.agent).toMatchObject({ through_user_id: alice.id })
    expect(await readText(again, early.share_id)).toEqual(shown('before'))
    expect(await readText(again, late.share_id)).toEqual(shown('not yet read'))
  })

  itRows<[string, boolean]>(
    'of a service is handed over from person to person, %s',
    [
      ['ours', false],
      ['for published clients', true],
    ],
    async (_, compatible) => {
      const service_id = await workbench.validatedService(dana, organization_id, 'Check-ups', compatible)
      await makeMember(alice, 'admin')
      await connect(dana, alice)
      const bob = await workbench.register('Bob')
      await connect(await workbench.act(dana, organization_id, service_id), bob)
      const letter = await shareText(bob, await workbench.act(dana, organization_id, service_id), 'since Monday')

      const { share_id, sent_by } = await call(organizationKeyHandOver, {
        params: of(dana),
        body: { service_id, recipient_id: alice.vaultId },
      })

      expect(sent_by).toEqual({ user_id: dana.vaultId, name: 'Dana', connected: true })
      const { key } = await call(organizationKeyTake, { params: of(alice), body: { service_id, share_id } })
      expect(key).toMatchObject({ service_id, held: true, format: compatible ? 'published' : 'pdv1' })
      const desk = await workbench.act(alice, organization_id, service_id)
      expect(await readText(desk, letter.share_id)).toEqual(shown('since Monday'))
    },
  )

  it('never reaches the window, nor a call of the journal', async () => {
    await makeMember(alice, 'owner')
    await connect(dana, alice)
    const { share_id } = await call(organizationKeyHandOver, {
      params: of(dana),
      body: { recipient_id: alice.vaultId },
    })
    await call(workbenchOperations.shareAccept, { params: { ...alice.params, share_id }, body: {} })

    for (const { params } of [dana, alice]) {
      const { rows } = await call(itemRows, { params, query: { text: 'Key of' } })
      const item_id = rows[0]?.id ?? ''
      const { slots } = await call(itemOpen, { params: { ...params, item_id } })
      expect(slots.map(({ state, value }) => ({ state, value }))).toEqual([
        { state: 'hidden', value: null },
        { state: 'hidden', value: null },
      ])
      for (const { id } of slots)
        await expect(call(slotReveal, { params: { ...params, item_id, slot_id: id } })).rejects.toThrow(
          refusal('forbidden'),
        )
    }
    const { calls } = await call(callsGet, { query: { limit: 500 } })
    const details = await Promise.all(calls.map(({ number }) => call(callGet, { params: { number } })))
    expect(JSON.stringify([details, workbench.events])).not.toMatch(/pdv1\.rk\.|BEGIN RSA PRIVATE/)
    await call(organizationKeyTake, { params: of(alice), body: { share_id } })
  })

  it('is of no use to a member who was removed, whose open session of the organization ends', async () => {
    await makeMember(alice, 'owner')
    await handOver(dana, alice)
    const clinic = await workbench.act(alice, organization_id)

    await changeMember(alice, 'none')

    expect(await stateOf(clinic)).toBe('locked')
    await expect(call(itemRows, { params: clinic.params })).rejects.toThrow(refusal('user_locked'))
    await expect(workbench.act(alice, organization_id)).rejects.toThrow(refusal('not_organization_member'))
    expect((await keysOf(alice))[0]).toMatchObject({ held: true })
    expect((await workbench.act(dana, organization_id)).id).toBe(clinic.id)
  })

  it('is of no use to an owner who became admin, who goes on acting as services', async () => {
    const service_id = await workbench.validatedService(dana, organization_id)
    await makeMember(alice, 'owner')
    await handOver(dana, alice)
    await handOver(dana, alice, service_id)
    const clinic = await workbench.act(alice, organization_id)
    const desk = await workbench.act(alice, organization_id, service_id)

    await changeMember(alice, 'admin')

    expect([await stateOf(clinic), await stateOf(desk)]).toEqual(['locked', 'signed_in'])
    await expect(call(itemRows, { params: clinic.params })).rejects.toThrow(refusal('user_locked'))
    await expect(workbench.act(alice, organization_id)).rejects.toThrow(refusal('role_not_sufficient'))
    expect((await call(itemRows, { params: desk.params })).total).toBe(0)
  })
})

describe('organizationKeyHandOver', () => {
  const offer = (by: Actor, to: string, service_id: string | null = null) =>
    call(organizationKeyHandOver, { params: of(by), body: { service_id, recipient_id: to } })

  it('goes to members with the role for it only', async () => {
    const eve = await workbench.register('Eve')
    await connect(dana, eve)
    await makeMember(alice, 'admin')

    await expect(offer(dana, eve.vaultId)).rejects.toThrow(refusal('not_organization_member'))
    await expect(offer(dana, alice.vaultId)).rejects.toThrow(refusal('role_not_sufficient'))
    await expect(offer(eve, alice.vaultId)).rejects.toThrow(refusal('not_organization_member'))
    await expect(offer(alice, dana.vaultId)).rejects.toThrow(refusal('role_not_sufficient'))
    await changeMember(alice, 'owner')
    await expect(offer(alice, dana.vaultId)).rejects.toThrow(refusal('organization_key_missing'))
    for (const { params } of [dana, alice, eve])
      expect((await call(itemRows, { params, query: { text: 'Key of' } })).total).toBe(0)
  })

  it('needs a connection, and leaves nothing behind without one', async () => {
    await makeMember(alice, 'admin')
    const service_id = await workbench.validatedService(alice, organization_id)

    // Alice is no owner, so the organization cannot send it for her.
    await expect(offer(alice, dana.vaultId, service_id)).rejects.toThrow(refusal('recipient_not_connected'))

    expect((await call(itemRows, { params: alice.params })).total).toBe(0)
  })
})

describe('organizationKeyTake', () => {
  it('refuses what is not the key, and who may not act', async () => {
    const service_id = await workbench.validatedService(dana, organization_id)
    await makeMember(alice, 'owner')
    await connect(dana, alice)
    const letter = await shareText(dana, alice, 'no key')
    const { share_id } = await call(organizationKeyHandOver, {
      params: of(dana),
      body: { recipient_id: alice.vaultId },
    })
    const take = (id: string, service: string | null = null) =>
      call(organizationKeyTake, { params: of(alice), body: { service_id: service, share_id: id } })

    await expect(take(letter.share_id)).rejects.toThrow(refusal('organization_key_wrong'))
    await expect(take(share_id, service_id)).rejects.toThrow(refusal('organization_key_wrong'))
    await expect(take(UNKNOWN)).rejects.toThrow(refusal('not_found'))
    await changeMember(alice, 'admin')
    await expect(take(share_id)).rejects.toThrow(refusal('role_not_sufficient'))
    const { rows } = await call(shareRows, { params: alice.params, query: { direction: 'incoming' } })
    expect(rows.find((row) => row.share_id === share_id)?.state).toBe('acceptance_required')
    expect(await keysOf(alice)).toMatchObject([
      { held: false, offer: { share_id } },
      { held: false, offer: null },
    ])
  })

  it('keeps no key that opens nothing', async () => {
    await makeMember(alice, 'owner')
    await connect(dana, alice)
    const dataKey = formatDataEncryptionKey(newDataEncryptionKey())
    const { item } = await call(itemCreate, {
      params: dana.params,
      body: {
        label: 'Key of Harbour Clinic',
        slots: [
          {
            label: `organization:${organization_id}`,
            slot_type_name: 'password',
            value: formatPrivateKey(newKeyPair()),
          },
          { label: 'data encryption key', slot_type_name: 'password', value: dataKey },
        ],
      },
    })
    const { share_ids } = await call(shareCreate, {
      params: dana.params,
      body: { items: [{ item_id: item.id }], recipient_ids: [alice.vaultId] },
    })
    const before = await workbench.keyPairTags(alice)

    await expect(
      call(organizationKeyTake, { params: of(alice), body: { share_id: share_ids[0] ?? '' } }),
    ).rejects.toThrow(refusal('organization_key_wrong'))

    expect(await workbench.keyPairTags(alice)).toEqual(before)
  })
})
