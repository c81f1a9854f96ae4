// Proves docs/contract/vault.md, Events: names, Organizations, Organizations: agents.

import { beforeEach, expect, it } from 'vitest'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { anOrganization, operatorCalls, organizationCalls } from '../support/people/organizations.ts'
import { peopleCalls } from '../support/people/people.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { newBundleKey, newRsaKey } from '../support/service/vault-accounts.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const rsaKey = newRsaKey()

describeOverTransports('organizations', (start) => {
  let running: TestService
  let dana: SignedInUser
  let stranger: SignedInUser
  beforeEach(async () => {
    running = await start()
    dana = aSignedInUser(running)
    stranger = aSignedInUser(running)
  })
  const as = (user: SignedInUser) => organizationCalls(running, user)

  /** The refusal of a call, which must not have changed anything. */
  async function refused(user: SignedInUser, name: string, parts: object) {
    const before = databaseContent(running.connection)
    const [error] = await as(user).refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error
  }

  it('POST /organizations › is a request that only the requestor sees', async () => {
    const fields = {
      name: ' Harbour Clinic ',
      description: 'Health',
      url: 'https://clinic.example',
      email: 'a@clinic.example',
    }

    const organization = await as(dana).request(fields)

    expect(organization).toEqual({
      ...fields,
      name: 'Harbour Clinic',
      id: organization.id,
      status: 'requested',
      requestor_id: dana.userId,
      validated_by_id: null,
      agent_id: null,
      validated_at: null,
      created_at: NOW,
      rejection_reason: null,
      own_role: null,
    })
    expect(await as(dana).get(organization.id)).toEqual({ organization, services: [] })
    expect((await as(dana).list({ mode: 'requested' })).organizations).toEqual([organization])
    expect((await as(dana).list()).organizations).toEqual([])
    expect((await as(dana).list({ mode: 'member' })).organizations).toEqual([])
    expect((await as(stranger).list({ mode: 'requested' })).organizations).toEqual([])
    expect(await refused(stranger, 'organizationsIdGet', { params: { id: organization.id } })).toMatchObject({
      error: 'not_found',
    })
    expect(peopleCalls(running, dana).events()).toEqual([
      {
        name: 'organization.requested',
        eventable_type: 'Connection',
        event_type: 'milestone',
        eventable_id: organization.id,
        creator: dana.userId,
        value: { organization_id: organization.id },
      },
    ])
  })

  it('POST /organizations › takes keys of both families and no other', async () => {
    expect(await as(dana).request({ public_key: rsaKey.publicKey })).toMatchObject({ status: 'requested' })
    for (const public_key of ['no key', '', newRsaKeyTooShort]) {
      expect(await refused(dana, 'organizationsPost', { body: { name: 'Clinic', public_key } })).toMatchObject({
        error: 'invalid_public_key',
        http_code: 400,
        extra_info: { parameter: 'public_key' },
      })
    }
  })

  it('POST /organizations › refuses what is missing, and agents', async () => {
    const public_key = newBundleKey().publicKey
    const agent = aSignedInUser(running, { userType: 'organization_agent' })

    const missing = async (body: object) =>
      (await refused(dana, 'organizationsPost', { body }))?.extra_info['parameter']
    expect(await missing({ public_key })).toBe('name')
    expect(await missing({ name: 'Clinic' })).toBe('public_key')
    expect(await refused(dana, 'organizationsPost', { body: { name: ' ', public_key } })).toMatchObject({
      error: 'invalid_params',
    })
    for (const user of [agent, aSignedInUser(running, { userType: 'service_agent' })]) {
      expect(await refused(user, 'organizationsPost', { body: { name: 'Clinic', public_key } })).toMatchObject({
        error: 'forbidden',
        http_code: 403,
        extra_info: { reason: 'user_is_agent' },
      })
    }
  })

  it('PUT /organizations/{id} › changes a request: absent stays, null clears', async () => {
    const requested = await as(dana).request({ description: 'Health', url: 'https://clinic.example' })
    const params = { id: requested.id }

    const changed = await as(dana).ok(200, 'organizationsIdPut', {
      params,
      body: { organization: { name: 'Clinic', description: null, status: 'validated', agent_id: dana.userId } },
    })

    expect(changed).toEqual({ organization: { ...requested, name: 'Clinic', description: null } })
    expect(await as(dana).get(requested.id)).toMatchObject(changed as object)
  })

  it('PUT and DELETE /organizations/{id} › are the requestor’s, and only until the review', async () => {
    const { id } = await as(dana).request()
    const put = { params: { id }, body: { organization: { name: 'Other' } } }
    for (const name of ['organizationsIdPut', 'organizationsIdDelete']) {
      expect(await refused(stranger, name, put)).toMatchObject({ error: 'not_found', http_code: 404 })
    }

    await operatorCalls(running).validate(id)

    for (const name of ['organizationsIdPut', 'organizationsIdDelete']) {
      expect(await refused(dana, name, put)).toMatchObject({
        error: 'wrong_status',
        http_code: 409,
        message: expect.stringContaining(' is validated;') as string,
      })
      expect(await refused(stranger, name, put)).toMatchObject({
        error: 'forbidden',
        http_code: 403,
        extra_info: { reason: 'requestor_only' },
      })
    }
  })

  it('a rejected request › is shown to its requestor with the reason, can be deleted, and nothing else', async () => {
    const { id } = await as(dana).request()
    await operatorCalls(running).reject(id, { reason: 'Which clinic?' })

    expect((await as(dana).get(id)).organization).toMatchObject({
      status: 'rejected',
      rejection_reason: 'Which clinic?',
    })
    expect((await as(dana).list({ mode: 'requested' })).organizations).toEqual([])
    expect((await as(dana).list({ mode: 'rejected' })).organizations).toMatchObject([{ id }])
    expect((await as(stranger).list({ mode: 'rejected' })).organizations).toEqual([])
    expect(await refused(stranger, 'organizationsIdGet', { params: { id } })).toMatchObject({ error: 'not_found' })
    expect(
      await refused(dana, 'organizationsIdPut', { params: { id }, body: { organization: { name: 'x' } } }),
    ).toMatchObject({ error: 'wrong_status', message: expect.stringContaining(' is rejected;') as string })
    expect(await refused(dana, 'organizationsIdLoginPost', { params: { id } })).toMatchObject({
      error: 'wrong_status',
      message: expect.stringContaining(' is rejected;') as string,
    })

    await as(dana).ok(204, 'organizationsIdDelete', { params: { id } })

    expect(await refused(dana, 'organizationsIdGet', { params: { id } })).toMatchObject({ error: 'not_found' })
    expect(
      peopleCalls(running, dana)
        .events()
        .map(({ name, value }) => [name, value]),
    ).toEqual([
      ['organization.requested', { organization_id: id }],
      ['organization.rejected', { organization_id: id, reason: 'Which clinic?' }],
      ['organization.deleted', { organization_id: id }],
    ])
  })

  it('a validated organization › is shown to all, each with the own role', async () => {
    const { organization } = await anOrganization(running, dana)

    expect(organization).toMatchObject({ status: 'validated', own_role: 'owner', validated_at: NOW })
    expect((await as(dana).list({ mode: 'member' })).organizations).toEqual([organization])
    expect((await as(dana).list({ mode: 'requested' })).organizations).toEqual([])
    const foreign = { ...organization, own_role: null }
    expect((await as(stranger).list()).organizations).toEqual([foreign])
    expect(await as(stranger).get(organization.id)).toEqual({ organization: foreign, services: [] })
    expect((await as(stranger).list({ mode: 'member' })).organizations).toEqual([])
  })

  it.each([[undefined], ['member']])('GET /organizations › is paged in order of creation, mode %s', async (mode) => {
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      ids.push((await anOrganization(running, dana)).organization.id)
      running.clock.advanceMs(1000)
    }
    await as(dana).request()
    const query = { per_page: '2', ...(mode !== undefined && { mode }) }

    const first = await as(dana).list(query)
    const last = await as(dana).list({ ...query, next_page_after: first.next_page_after })

    expect([...first.organizations, ...last.organizations].map(({ id }) => id)).toEqual(ids)
    expect(first.meta).toEqual([{ next_page_exists: true, per_page: 2, order: 'asc', order_by: 'created_at' }])
    expect(last.next_page_after).toBeNull()
    expect(await refused(dana, 'organizationsGet', { query: { next_page_after: 'x' } })).toMatchObject({
      error: 'invalid_cursor',
    })
    expect(await refused(dana, 'organizationsGet', { query: { mode: 'all' } })).toMatchObject({
      error: 'invalid_params',
      http_code: 400,
    })
  })

  it.each([
    ['ours', newBundleKey()],
    ['published', rsaKey],
  ])('POST /organizations/{id}/login › gives an owner a token of the agent, key %s', async (_, key) => {
    const { organization } = await anOrganization(running, dana, key)

    const login = await as(dana).ok<{ token_type: string; encrypted_access_token: string }>(
      200,
      'organizationsIdLoginPost',
      { params: { id: organization.id } },
    )

    expect(Object.keys(login)).toEqual(['token_type', 'encrypted_access_token'])
    expect(login.token_type).toBe('bearer')
    const headers = { authorization: key.open(login.encrypted_access_token) }
    expect(await running.send({ operation: 'vault.meGet', headers })).toMatchObject({
      body: { user: { id: organization.agent_id, user_type: 'organization_agent', full_name: 'Harbour Clinic' } },
    })
    expect(await running.send({ operation: 'vault.sessionGet', headers })).toMatchObject({
      body: { session_type: 'token', valid_till: '2026-01-08T00:00:00.000Z' },
    })
    expect(await running.send({ operation: 'keystore.keyEncryptionKeyGet', headers })).toMatchObject({ status: 401 })
    const created = running.connection
      .prepare("SELECT user_id, creator FROM events WHERE name = 'session.created'")
      .all()
    expect(created).toEqual([{ user_id: organization.agent_id, creator: dana.userId }])
    expect(databaseContent(running.connection)).not.toContain(headers.authorization)
  })

  it('POST /organizations/{id}/login › is refused to everybody else', async () => {
    const requested = await as(dana).request()
    const { organization } = await anOrganization(running, dana)
    const login = (id: string) => ({ params: { id } })

    expect(await refused(stranger, 'organizationsIdLoginPost', login(organization.id))).toMatchObject({
      error: 'not_organization_member',
      http_code: 403,
    })
    expect(await refused(stranger, 'organizationsIdLoginPost', login(requested.id))).toMatchObject({
      error: 'not_found',
    })
    expect(await refused(dana, 'organizationsIdLoginPost', login(UNKNOWN_ID))).toMatchObject({ error: 'not_found' })
    expect(await refused(dana, 'organizationsIdLoginPost', login(requested.id))).toMatchObject({
      error: 'wrong_status',
      message: expect.stringContaining(' is requested;') as string,
    })
  })
})

/** 1024 bit. */
const newRsaKeyTooShort = newRsaKey(1024).publicKey
