// Proves docs/contract/vault.md, Events: names, Organizations, Organizations: services.

import { beforeEach, expect, it } from 'vitest'
import type { Organization } from '../../shared/contract/organizations.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { operatorCalls, organizationCalls } from '../support/people/organizations.ts'
import type { OrganizationsPage } from '../support/people/organizations.ts'
import { peopleCalls } from '../support/people/people.ts'
import { describeOverTransports, OPERATOR_PASSWORD } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const NOW = '2026-01-01T00:00:00.000Z'

describeOverTransports('management', (start) => {
  let running: TestService
  let dana: SignedInUser
  let operator: ReturnType<typeof operatorCalls>
  beforeEach(async () => {
    running = await start()
    dana = aSignedInUser(running)
    operator = operatorCalls(running)
  })
  const as = (user: SignedInUser) => organizationCalls(running, user)

  /** Code and status of a refusal that changes nothing. */
  async function refused(name: string, parts: object) {
    const before = databaseContent(running.connection)
    const reply = await operator.send(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    if (reply.ok) throw new Error(`${name} was not refused`)
    return reply.body.errors[0]
  }
  const notes = () =>
    running.connection
      .prepare('SELECT name, subject_type, subject_id, subject_label, user_id, note FROM operator_events ORDER BY id')
      .all()

  it('validate › makes the requestor owner and creates the agent', async () => {
    const requested = await as(dana).request()

    const { organization } = await operator.validate(requested.id)

    expect(organization).toEqual({
      ...requested,
      status: 'validated',
      validated_at: NOW,
      validated_by_id: operator.user.userId,
      agent_id: organization.agent_id,
      own_role: null,
    })
    expect((await as(dana).get(requested.id)).organization).toEqual({ ...organization, own_role: 'owner' })
    expect(
      running.connection
        .prepare('SELECT id, user_type, full_name, email, login_public_key FROM users WHERE user_type <> ?')
        .all('human'),
    ).toEqual([
      {
        id: organization.agent_id,
        user_type: 'organization_agent',
        full_name: 'Harbour Clinic',
        email: '',
        login_public_key: null,
      },
    ])
    expect(peopleCalls(running, dana).events().at(-1)).toEqual({
      name: 'organization.validated',
      eventable_type: 'Connection',
      event_type: 'milestone',
      eventable_id: requested.id,
      creator: operator.user.userId,
      value: { organization_id: requested.id },
    })
    expect(notes()).toEqual([
      {
        name: 'organization.validated',
        subject_type: 'organization',
        subject_id: requested.id,
        subject_label: 'Harbour Clinic',
        user_id: operator.user.userId,
        note: null,
      },
    ])
  })

  it.each([
    ['with a reason', { reason: ' Which clinic? ' }, 'Which clinic?'],
    ['with an empty one', { reason: '' }, null],
    ['with an empty body', {}, null],
    ['without body, as published clients do', undefined, null],
  ])('reject › %s', async (_, body, reason) => {
    const requested = await as(dana).request()

    const { organization } = await operator.reject(requested.id, body)

    expect(organization).toEqual({
      ...requested,
      status: 'rejected',
      validated_by_id: operator.user.userId,
      rejection_reason: reason,
    })
    expect(peopleCalls(running, dana).events().at(-1)).toMatchObject({
      name: 'organization.rejected',
      value: { organization_id: requested.id, reason },
    })
    expect(notes()).toMatchObject([{ name: 'organization.rejected', subject_id: requested.id, note: reason }])
  })

  it('the review › ends with its first decision', async () => {
    const validated = await as(dana).request()
    const rejected = await as(dana).request()
    await operator.validate(validated.id)
    await operator.reject(rejected.id)

    for (const { id } of [validated, rejected]) {
      for (const name of [
        'managementRequestedOrganizationsIdValidatePut',
        'managementRequestedOrganizationsIdRejectDelete',
      ]) {
        expect(await refused(name, { params: { id }, body: {} })).toMatchObject({
          error: 'wrong_status',
          http_code: 409,
          message: expect.stringContaining(id === validated.id ? ' is validated;' : ' is rejected;') as string,
        })
      }
    }
  })

  it('reject › refuses a reason that is too long, and everything an unknown id', async () => {
    const { id } = await as(dana).request()
    for (const name of ['managementRequestedOrganizationsIdRejectDelete']) {
      expect(await refused(name, { params: { id }, body: { reason: 'x'.repeat(1001) } })).toMatchObject({
        error: 'invalid_params',
        extra_info: { parameter: 'reason' },
      })
    }
    for (const name of [
      'managementRequestedOrganizationsIdValidatePut',
      'managementRequestedOrganizationsIdRejectDelete',
      'managementRequestedOrganizationServicesIdValidatePut',
      'managementRequestedOrganizationServicesIdRejectDelete',
    ]) {
      expect(await refused(name, { params: { id: UNKNOWN_ID } })).toMatchObject({ error: 'not_found', http_code: 404 })
    }
  })

  it('the queue › holds what waits, of everybody, in order of creation, page by page', async () => {
    const ids: string[] = []
    for (const requestor of [dana, aSignedInUser(running), dana]) {
      ids.push((await as(requestor).request()).id)
      running.clock.advanceMs(1000)
    }
    await operator.validate((await as(dana).request()).id)
    await operator.reject((await as(dana).request()).id)
    const list = (query: object) =>
      operator.ok<Pick<OrganizationsPage, 'organizations' | 'next_page_after'>>('managementRequestedOrganizationsGet', {
        query,
      })

    const first = await list({ per_page: '2' })
    const last = await list({ per_page: '2', next_page_after: first.next_page_after })

    expect([...first.organizations, ...last.organizations].map(({ id }: Organization) => id)).toEqual(ids)
    expect(last.next_page_after).toBeNull()
    expect(await operator.ok('managementRequestedOrganizationServicesGet')).toMatchObject({ services: [] })
    for (const name of ['managementRequestedOrganizationsGet', 'managementRequestedOrganizationServicesGet']) {
      expect(await refused(name, { query: { next_page_after: 'x' } })).toMatchObject({ error: 'invalid_cursor' })
    }
  })

  it('every call › needs the password and a session', async () => {
    const { id } = await as(dana).request()
    const send = async (headers: Record<string, string>) => {
      const operation = 'vault.managementRequestedOrganizationsIdValidatePut'
      const reply = await running.send({ operation, params: { id }, headers })
      return reply.ok ? reply.status : [reply.status, reply.body.errors[0]?.error]
    }

    expect(await send(dana.headers)).toEqual([401, 'admin_password_invalid'])
    expect(await send({ admin_password: OPERATOR_PASSWORD })).toEqual([401, 'unauthorized'])
    expect(await send({ ...dana.headers, admin_password: `${OPERATOR_PASSWORD}x` })).toEqual([
      401,
      'admin_password_invalid',
    ])
    expect(await send({ authorization: 'v_unknown', admin_password: OPERATOR_PASSWORD })).toEqual([401, 'unauthorized'])
    expect((await as(dana).get(id)).organization.status).toBe('requested')
  })
})
