// Proves docs/contract/client-crypto.md, Agents; docs/contract/workbench.md, Agents, Journal.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keystoreOperations, vaultOperations } from '../../shared/contract/index.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { Actor, OrganizationWorkbench } from '../support/workbench/workbench-organizations.ts'
import { startOrganizationWorkbench } from '../support/workbench/workbench-organizations.ts'
import { PASSPHRASE, refusal, stopWorkbench } from '../support/workbench/workbench.ts'

const {
  callsGet,
  itemCreate,
  itemOpen,
  itemRows,
  memberInvite,
  organizationAct,
  organizationKeyHandOver,
  organizationKeyTake,
  organizationKeys,
  organizationRequest,
  serviceRequest,
  forward,
  userForget,
  userSecretString,
  userSignIn,
  userSignOut,
  usersGet,
} = workbenchOperations

const UNKNOWN = '01890000-0000-7000-8000-000000000000'

let workbench: OrganizationWorkbench
let call: OrganizationWorkbench['call']
let dana: Actor

beforeEach(async () => {
  workbench = await startOrganizationWorkbench()
  call = workbench.call
  dana = await workbench.register('Dana')
})

afterEach(() => stopWorkbench(workbench))

describe('organizationRequest', () => {
  it('keeps the private key under the tag of the organization', async () => {
    const { organization } = await call(organizationRequest, {
      params: dana.params,
      body: { name: ' Harbour Clinic ', description: 'Health', url: null, email: 'desk@clinic.example' },
    })

    expect(organization).toMatchObject({
      name: 'Harbour Clinic',
      description: 'Health',
      email: 'desk@clinic.example',
      status: 'requested',
      requestor_id: dana.vaultId,
    })
    expect(await workbench.keyPairTags(dana)).toEqual(['auth', `organization:${organization.id}`])
  })

  it('leaves no key pair behind when the service refuses', async () => {
    await expect(
      call(serviceRequest, { params: { ...dana.params, organization_id: UNKNOWN }, body: { name: 'x' } }),
    ).rejects.toThrow(refusal('not_found'))

    expect(await workbench.keyPairTags(dana)).toEqual(['auth'])
  })
})

describe('organizationAct', () => {
  it.each([
    ['ours', false],
    ['for published clients', true],
  ])('makes the organization a user of the workspace, with a key pair %s', async (_, compatible) => {
    const organization_id = await workbench.validated(dana, 'Harbour Clinic', compatible)

    const { user } = await call(organizationAct, { params: { ...dana.params, organization_id }, body: {} })

    expect(user).toMatchObject({
      full_name: 'Harbour Clinic',
      user_type: 'organization_agent',
      state: 'signed_in',
      username: '',
      email: '',
      colour: 1,
      agent: { organization_id, service_id: null, through_user_id: dana.id, through_name: 'Dana' },
    })
    expect((await call(usersGet, {})).users.map(({ id }) => id)).toEqual([dana.id, user.id])
    expect(workbench.events.at(-1)).toMatchObject({ type: 'users', users: [{ id: dana.id }, { id: user.id }] })
    const me = await call(forward, { body: { as: 'user', user_id: user.id, operation: vaultOperations.meGet.id } })
    expect(me).toMatchObject({ ok: true, body: { user: { id: user.vault_user_id, user_type: 'organization_agent' } } })
  })

  it('creates items as the organization, which are there when it is opened again', async () => {
    const organization_id = await workbench.validated(dana)
    const clinic = await workbench.act(dana, organization_id)
    const { item } = await call(itemCreate, {
      params: clinic.params,
      body: { label: 'Opening hours', slots: [{ label: 'Monday', slot_type_name: 'key_value', value: '8 to 18' }] },
    })
    await call(userSignOut, { params: clinic.params })
    await expect(call(itemRows, { params: clinic.params })).rejects.toThrow(refusal('user_locked'))

    const again = await workbench.act(dana, organization_id)

    expect(again.id).toBe(clinic.id)
    const { slots } = await call(itemOpen, { params: { ...again.params, item_id: item.id } })
    expect(slots.find(({ label }) => label === 'Monday')?.value).toBe('8 to 18')
    expect((await call(itemRows, { params: dana.params })).total).toBe(0)
  })

  it('refuses one that is not validated, unknown, or somebody else’s', async () => {
    const eve = await workbench.register('Eve')
    const waiting = await workbench.requested(dana)
    const organization_id = await workbench.validated(dana, 'Pier Car Hire')

    await expect(workbench.act(dana, waiting)).rejects.toThrow(refusal('wrong_status'))
    await expect(workbench.act(eve, waiting)).rejects.toThrow(refusal('not_found'))
    await expect(workbench.act(dana, UNKNOWN)).rejects.toThrow(refusal('not_found'))
    await expect(workbench.act(eve, organization_id)).rejects.toThrow(refusal('not_organization_member'))
    expect((await call(usersGet, {})).users).toHaveLength(2)
  })

  it('finds the key whatever is asked of its tag', async () => {
    const organization_id = await workbench.validated(dana)
    const other = await workbench.validated(dana, 'Pier Car Hire')
    const tag = `organization:${organization_id}`
    const idOf = async (name: string) => {
      const operation = keystoreOperations.keypairsExternalIdExternalIdGet.id
      const reply = await call(forward, {
        body: { as: 'user', ...dana.params, operation, params: { external_id: name } },
      })
      return (reply.body as { keypair: { id: string } }).keypair.id // the service's own reply
    }
    const patch = (id: string, external_identifiers: string[]) =>
      call(forward, {
        body: {
          as: 'user',
          ...dana.params,
          operation: keystoreOperations.keypairsIdPatch.id,
          params: { id },
          body: { external_identifiers },
        },
      })
    const [own, others] = [await idOf(tag), await idOf(`organization:${other}`)]
    for (const reply of [await patch(own, []), await patch(others, [tag])]) {
      expect(reply.ok).toBe(false)
    }
    await workbench.act(dana, organization_id)
  })

  it('finds the key of a request that was interrupted before the key was tagged', async () => {
    const organization_id = await workbench.validated(dana)
    const { keypair } = (
      await call(forward, {
        body: {
          as: 'user',
          ...dana.params,
          operation: keystoreOperations.keypairsExternalIdExternalIdGet.id,
          params: { external_id: `organization:${organization_id}` },
        },
      })
    ).body as { keypair: { id: string } } // the service's own reply
    await call(forward, {
      body: {
        as: 'user',
        ...dana.params,
        operation: keystoreOperations.keypairsIdPatch.id,
        params: { id: keypair.id },
        body: { external_identifiers: ['organization-request:1'], metadata: { name: 'Harbour Clinic' } },
      },
    })

    await workbench.act(dana, organization_id)

    expect(await workbench.keyPairTags(dana)).toEqual(['auth', `organization:${organization_id}`])
  })
})

describe('an agent as a user of the workspace', () => {
  it('is locked with the member it is opened through, and opened with that passphrase', async () => {
    const clinic = await workbench.act(dana, await workbench.validated(dana))

    await call(userSignOut, { params: dana.params })
    expect((await call(usersGet, {})).users.map(({ state }) => state)).toEqual(['locked', 'locked'])
    await expect(call(itemRows, { params: clinic.params })).rejects.toThrow(refusal('user_locked'))
    await expect(call(userSignIn, { params: clinic.params, body: {} })).rejects.toThrow(refusal('param_missing'))
    await expect(call(userSignIn, { params: clinic.params, body: { passphrase: 'another' } })).rejects.toThrow(
      refusal('login_failed'),
    )

    const { user } = await call(userSignIn, { params: clinic.params, body: { passphrase: PASSPHRASE } })

    expect(user).toMatchObject({ id: clinic.id, state: 'signed_in' })
    expect((await call(usersGet, {})).users.map(({ state }) => state)).toEqual(['signed_in', 'signed_in'])
    expect((await call(itemRows, { params: clinic.params })).total).toBe(0)
  })

  it('signs out alone, and in again without a passphrase while the member is signed in', async () => {
    const clinic = await workbench.act(dana, await workbench.validated(dana))

    const { user } = await call(userSignOut, { params: clinic.params })

    expect(user).toMatchObject({ id: clinic.id, state: 'locked' })
    expect((await call(usersGet, {})).users.map(({ state }) => state)).toEqual(['signed_in', 'locked'])
    expect((await call(userSignIn, { params: clinic.params, body: {} })).user.state).toBe('signed_in')
  })

  it('is forgotten alone, or with the member it is opened through', async () => {
    const organization_id = await workbench.validated(dana)
    const clinic = await workbench.act(dana, organization_id)

    await call(userForget, { params: clinic.params })
    expect((await call(usersGet, {})).users.map(({ id }) => id)).toEqual([dana.id])
    await expect(call(itemRows, { params: clinic.params })).rejects.toThrow(refusal('not_found'))
    await workbench.act(dana, organization_id)
    await call(userForget, { params: dana.params })

    expect((await call(usersGet, {})).users).toEqual([])
  })

  it('has no key store, secret string or wallet, and nobody acts through it', async () => {
    const organization_id = await workbench.validated(dana)
    const { params } = await workbench.act(dana, organization_id)
    const own = { ...params, organization_id }
    const refused = [
      ...[keystoreOperations.keypairsGet, keystoreOperations.loginKeysPost, keystoreOperations.sessionsGet].map(
        ({ id }) => call(forward, { body: { as: 'user', ...params, operation: id, body: { label: 'x' } } }),
      ),
      call(userSecretString, { params, body: { passphrase: PASSPHRASE } }),
      call(workbenchOperations.walletGet, { params }),
      call(organizationRequest, { params, body: { name: 'Another' } }),
      call(serviceRequest, { params: own, body: { name: 'Another' } }),
      call(organizationAct, { params: own, body: {} }),
      call(memberInvite, { params: own, body: { name: 'Bob' } }),
      call(organizationKeys, { params: own }),
      call(organizationKeyHandOver, { params: own, body: { recipient_id: dana.vaultId } }),
      call(organizationKeyTake, { params: own, body: { share_id: UNKNOWN } }),
    ]

    for (const one of refused) await expect(one).rejects.toThrow(refusal('forbidden'))
    expect((await call(usersGet, {})).users.map(({ state }) => state)).toEqual(['signed_in', 'signed_in'])
  })

  it('is the actor in the journal, and its session ends with it', async () => {
    const clinic = await workbench.act(dana, await workbench.validated(dana))
    await call(itemCreate, { params: clinic.params, body: { label: 'Opening hours' } })
    const [made] = (await call(callsGet, { query: { limit: 1 } })).calls
    expect(made).toMatchObject({ operation: 'itemsPost', user_id: clinic.id })

    await call(userSignOut, { params: clinic.params })

    const [ended] = (await call(callsGet, { query: { limit: 1 } })).calls
    expect(ended).toMatchObject({ operation: 'sessionDelete', api: 'vault', user_id: clinic.id, status: 204 })
  })

  it('asks to open it again once its session was ended elsewhere; the member stays signed in', async () => {
    const { params } = await workbench.act(dana, await workbench.validated(dana))
    await call(forward, { body: { as: 'user', ...params, operation: vaultOperations.sessionAllDelete.id } })

    await expect(call(itemRows, { params })).rejects.toThrow(refusal('user_locked'))

    expect((await call(usersGet, {})).users.map(({ state }) => state)).toEqual(['signed_in', 'locked'])
    await call(userSignIn, { params, body: {} })
    expect((await call(itemRows, { params })).total).toBe(0)
  })

  it('is there after the workspace was locked, and opens with the passphrase of its member', async () => {
    const clinic = await workbench.act(dana, await workbench.validated(dana))
    await call(workbenchOperations.workspaceLock, {})
    const { current } = await call(workbenchOperations.statusGet, {})
    await call(workbenchOperations.workspaceOpen, {
      params: { workspace_id: String(current?.id) },
      body: { passphrase: PASSPHRASE },
    })
    expect((await call(usersGet, {})).users).toMatchObject([
      { id: dana.id, state: 'locked' },
      { id: clinic.id, state: 'locked', agent: { through_user_id: dana.id } },
    ])

    const { user } = await call(userSignIn, { params: clinic.params, body: { passphrase: PASSPHRASE } })

    expect(user).toMatchObject({ id: clinic.id, state: 'signed_in' })
  })
})
