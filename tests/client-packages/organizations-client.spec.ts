// Proves docs/contract/vault.md, Organizations: agents, Flows.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { organizationMemberOperations } from '../../shared/contract/organization-members.ts'
import { managementOperations } from '../../shared/contract/management.ts'
import { organizationServiceOperations } from '../../shared/contract/organization-services.ts'
import { organizationOperations } from '../../shared/contract/organizations.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { librarySeal, publishedLibrary } from '../support/published/published-library.ts'
import type { PublishedPair } from '../support/published/published-sharing.ts'
import { newPublishedPair, publishedSharer } from '../support/published/published-sharing.ts'
import type { MakeVault } from '../support/published/published-vault-clients.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'
import { OPERATOR_PASSWORD } from '../support/service/test-service.ts'
import { CIPHER_TEXT } from '../support/service/vault-calls.ts'
import { describeRows } from '../support/tiers.ts'

/*
 * Organizations, members and services through the published clients, with RSA keys of the published library: every
 * operation they have.
 */

const PACKAGES: readonly [string, MakeVault][] = [
  ['vault-api-sdk 37.1.15', publishedVault37],
  ['vault-api-sdk 31.0.0', publishedVault31],
]

/** The two packages disagree about enumerations that mean the same on the wire. */
const either = (value: unknown) => value as never

const NOW = new Date('2026-01-01T00:00:00.000Z')
const PAGE = { next_page_after: null, meta: [expect.objectContaining({ next_page_exists: false }) as object] }

/** Status and code of a refusal; the clients throw the raw response. */
async function refusal(call: Promise<unknown>): Promise<readonly [number, unknown]> {
  const thrown: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof Response)) throw new Error('the call was not refused', { cause: thrown })
  const { errors } = (await thrown.json()) as { errors: readonly { error: string }[] }
  return [thrown.status, errors[0]?.error]
}

/** Counts which operations the clients reached, by their names. */
function recorded(makeVault: MakeVault, reached: Set<string>): MakeVault {
  return (...credentials) => {
    const vault = makeVault(...credentials)
    const watch = <Api extends object>(api: Api): Api =>
      new Proxy(api, {
        get(target, name, receiver) {
          if (typeof name === 'string') reached.add(name)
          return Reflect.get(target, name, receiver) as unknown
        },
      })
    return Object.fromEntries(Object.entries(vault).map(([name, api]) => [name, watch(api)])) as never
  }
}

describeRows('organizations with published vault client %s', PACKAGES, (_, makeVault) => {
  const reached = new Set<string>()
  const vaultOf = recorded(makeVault, reached)
  let server: TestHttpServer
  let ada: SignedInUser
  let carlos: SignedInUser
  let dora: SignedInUser
  let operator: SignedInUser
  let organizationPair: PublishedPair
  let servicePair: PublishedPair
  let organizationId = ''
  let organizationAgent = ''
  let organizationAgentId = ''
  let serviceId = ''
  let serviceAgent = ''
  let serviceAgentId = ''

  beforeAll(async () => {
    server = await startHttpServer()
    ada = aSignedInUser(server)
    carlos = aSignedInUser(server)
    dora = aSignedInUser(server)
    operator = aSignedInUser(server)
    organizationPair = await newPublishedPair()
    servicePair = await newPublishedPair()
  })
  afterAll(async () => {
    expect(server.faults).toEqual([])
    await server.close()
  })

  const as = ({ token }: Pick<SignedInUser, 'token'>) => vaultOf(server.url, { token })
  const asAgent = (token: string) => vaultOf(server.url, { token })
  const asOperator = () => vaultOf(server.url, { token: operator.token, operatorPassword: OPERATOR_PASSWORD }).review
  const open = ({ privateKey }: PublishedPair, serialized: string) =>
    publishedLibrary.decryptSerializedWithPrivateKey({ privateKeyPem: privateKey, serialized })
  const key = ({ publicKey }: PublishedPair, keypair_external_id: string) => ({
    public_key: publicKey,
    keypair_external_id,
  })

  it('1, 2: requests, changes, lists and takes back', async () => {
    const wish = { name: 'Harbour', description: 'Clinic', url: 'https://harbour.example', email: 'h@harbour.example' }
    const { ownOrganizations, organizations } = as(ada)
    const { organization } = await ownOrganizations.organizationsPost({
      ...wish,
      public_key: organizationPair.publicKey,
    })
    organizationId = organization.id
    const requested = {
      ...wish,
      id: organizationId,
      status: 'requested',
      requestor_id: ada.userId,
      validated_by_id: null,
      agent_id: null,
      validated_at: null,
      created_at: NOW,
    }
    expect(organization).toEqual(requested)

    const changed = await ownOrganizations.organizationsIdPut(organizationId, {
      organization: { ...wish, name: 'Harbour Clinic' },
    })
    expect(changed.organization).toEqual({ ...requested, name: 'Harbour Clinic' })
    expect((await organizations.organizationsGet(either('requested'))).organizations).toEqual([changed.organization])
    expect(await organizations.organizationsGet()).toMatchObject({ ...PAGE, organizations: [], services: [] })

    const other = await ownOrganizations.organizationsPost({ name: 'No', public_key: organizationPair.publicKey })
    await ownOrganizations.organizationsIdDelete(other.organization.id)
    expect(await refusal(organizations.organizationsIdGet(other.organization.id))).toEqual([404, 'not_found'])
  })

  it('3: the operator lists, validates and rejects; not without the password', async () => {
    const bad = await as(ada).ownOrganizations.organizationsPost({ name: 'Bad', public_key: servicePair.publicKey })
    const list = await asOperator().managementRequestedOrganizationsGet()
    expect(list).toMatchObject({ ...PAGE, organizations: [{ id: organizationId }, { id: bad.organization.id }] })
    expect(await refusal(as(operator).review.managementRequestedOrganizationsGet())).toEqual([
      401,
      'admin_password_invalid',
    ])

    const rejected = await asOperator().managementRequestedOrganizationsIdRejectDelete(bad.organization.id)
    expect(rejected.organization).toMatchObject({ status: 'rejected', agent_id: null })
    server.clock.advanceMs(1000)
    const { organization } = await asOperator().managementRequestedOrganizationsIdValidatePut(organizationId)
    expect(organization).toMatchObject({
      status: 'validated',
      validated_by_id: operator.userId,
      validated_at: new Date(NOW.getTime() + 1000),
    })
    organizationAgentId = String(organization.agent_id)
    const { organizations } = as(dora)
    expect((await organizations.organizationsGet()).organizations).toEqual([organization])
    expect((await organizations.organizationsIdGet(organizationId)).organization).toEqual(organization)
    expect(await refusal(as(ada).ownOrganizations.organizationsIdPut(organizationId, {}))).toEqual([
      400,
      'param_missing',
    ])
  })

  it('4: the owner logs in as the organization; the library opens the token', async () => {
    const login = await as(ada).ownOrganizations.organizationsIdLoginPost(organizationId)

    expect(login).toEqual({
      token_type: 'bearer',
      encrypted_access_token: expect.stringMatching(/^Rsa2048\./) as string,
    })
    organizationAgent = await open(organizationPair, login.encrypted_access_token)
    const { user } = await asAgent(organizationAgent).user.meGet()
    expect(user).toMatchObject({ id: organizationAgentId, user_type: 'organization_agent' })
    expect(await refusal(as(carlos).ownOrganizations.organizationsIdLoginPost(organizationId))).toEqual([
      403,
      'not_organization_member',
    ])
  })

  it('5 to 8: the agent invites a member, who accepts and becomes an owner', async () => {
    const { invitation } = await asAgent(organizationAgent).invitation.invitationsPost({
      public_key: key(organizationPair, 'org-agent-keypair'),
      invitation: either({ organization_member_role: 'admin' }),
    })
    const intent = { intent: 'member', organization_id: organizationId, organization_member_role: 'admin' }
    expect(invitation.integration_data).toEqual(intent)
    const pair = await newPublishedPair()

    const { connection } = await as(carlos).connection.connectionsPost({
      public_key: key(pair, 'KC'),
      connection: { invitation_token: invitation.token, encrypted_recipient_name: CIPHER_TEXT },
    })

    expect(connection).toMatchObject({
      own: {
        connection_type: 'member',
        integration_data: { ...intent, organization_member_id: expect.any(String) as string },
      },
      the_other_user: {
        connection_type: 'member',
        user_id: organizationAgentId,
        user_type: 'organization_agent',
        user_public_key: organizationPair.publicKey,
      },
    })
    const { members } = as(ada)
    const list = await members.organizationsOrganizationIdMembersGet(organizationId)
    expect(list).toMatchObject({
      ...PAGE,
      members: [
        { id: ada.userId, role: 'owner' },
        { id: carlos.userId, role: 'admin' },
      ],
      organization: { id: organizationId, status: 'validated', created_at: NOW },
    })
    expect(await refusal(as(carlos).members.organizationsOrganizationIdMembersGet(organizationId))).toEqual([
      403,
      'role_not_sufficient',
    ])
    await members.organizationsOrganizationIdMembersIdPut(organizationId, carlos.userId, {
      organization_member: either({ role: 'owner' }),
    })
    const changed = await as(carlos).members.organizationsOrganizationIdMembersGet(organizationId, undefined, 1)
    expect(changed.members).toHaveLength(1)
    const rest = await as(carlos).members.organizationsOrganizationIdMembersGet(
      organizationId,
      String(changed.next_page_after),
      1,
    )
    expect(rest.members).toMatchObject([{ id: carlos.userId, role: 'owner' }])
    const mine = await as(carlos).organizations.organizationsGet(either('member'))
    expect(mine.organizations).toMatchObject([{ id: organizationId }])
  })

  it('9, 10: a service is requested, changed and reviewed', async () => {
    const { services } = as(ada)
    const wish = { name: 'Dates', description: 'Appointments', contract: { text: 'be kind', since: 2020 } }
    const made = await services.organizationsOrganizationIdServicesPost(organizationId, {
      service: either({ ...wish, public_key: servicePair.publicKey }),
    })
    serviceId = made.service.id
    expect(made).toMatchObject({
      organization: { id: organizationId },
      service: {
        ...wish,
        organization_id: organizationId,
        status: 'requested',
        agent_id: null,
        created_at: new Date(NOW.getTime() + 1000),
      },
    })
    const changed = await services.organizationsOrganizationIdServicesIdPut(serviceId, organizationId, {
      service: either({ name: 'Appointments' }),
    })
    expect(changed.service).toEqual({ ...made.service, name: 'Appointments' })
    const extra = async (name: string) =>
      (
        await services.organizationsOrganizationIdServicesPost(organizationId, {
          service: either({ name, public_key: servicePair.publicKey }),
        })
      ).service.id
    const [deleted, rejected] = [await extra('Deleted'), await extra('Rejected')]
    await services.organizationsOrganizationIdServicesIdDelete(deleted, organizationId)
    const requested = await services.organizationsOrganizationIdRequestedServicesGet(organizationId)
    expect(requested).toMatchObject({ ...PAGE, services: [{ id: serviceId }, { id: rejected }] })
    const queue = await asOperator().managementRequestedOrganizationServicesGet()
    expect(queue).toMatchObject({ ...PAGE, services: [{ id: serviceId }, { id: rejected }] })
    const find = () => as(dora).organizations.organizationsOrganizationIdServicesIdGet(organizationId, serviceId)
    expect(await refusal(find())).toEqual([404, 'not_found'])

    const refused = await asOperator().managementRequestedOrganizationServicesIdRejectDelete(rejected)
    expect(refused.service).toMatchObject({ status: 'rejected' })
    const { service } = await asOperator().managementRequestedOrganizationServicesIdValidatePut(serviceId)

    expect(service).toMatchObject({ status: 'validated', validated_by_id: operator.userId, contract: wish.contract })
    serviceAgentId = String(service.agent_id)
    expect((await find()).service).toEqual(service)
    expect((await as(dora).organizations.organizationsIdGet(organizationId)).services).toEqual([service])
    expect((await as(dora).organizations.organizationsGet()).services).toEqual([service])
  })

  it('11: a member logs in as the service', async () => {
    const login = await as(carlos).services.organizationsOrganizationIdServicesIdLoginPost(organizationId, serviceId)

    serviceAgent = await open(servicePair, login.encrypted_access_token)
    const { user } = await asAgent(serviceAgent).user.meGet()
    expect(user).toMatchObject({ id: serviceAgentId, user_type: 'service_agent' })
    await expect(open(organizationPair, login.encrypted_access_token)).rejects.toThrow()
  })

  it('12 to 14: a person connects with the service; both share, and each reads what it received', async () => {
    const sharerOf = (vaultToken: string, pair?: PublishedPair) => {
      const dek = publishedLibrary.EncryptionKey.generateRandom(32)
      const encrypt = (value: string) => librarySeal(dek, Buffer.from(value, 'utf8'))
      return publishedSharer(server.url, { vaultToken, encrypt }, vaultOf, pair)
    }
    const [agent, person] = [sharerOf(serviceAgent, servicePair), sharerOf(dora.token)]
    const { service_user: before } = await asAgent(serviceAgent).organizations.serviceUsersIdGet(dora.userId)
    expect(before).toMatchObject({ id: dora.userId, connection_present: false, connection_public_key: null })
    const token = await agent.invite()
    // Only the later client gives this answer back.
    const seen = await publishedVault37(server.url, { token: dora.token }).invitation.invitationsIdGet(token)
    const intent = { intent: 'service', organization_id: organizationId, service_id: serviceId }
    expect(seen.invitation).toMatchObject({ user_name: 'Appointments', integration_data: intent })

    await person.accept(token)

    const { connections } = await as(dora).connection.connectionsGet()
    expect(connections).toMatchObject([
      {
        own: { connection_type: 'service', integration_data: intent },
        the_other_user: { connection_type: 'service', user_type: 'service_agent', user_id: serviceAgentId },
      },
    ])
    const { service_user } = await asAgent(serviceAgent).organizations.serviceUsersIdGet(dora.userId)
    expect(service_user).toEqual({
      id: dora.userId,
      public_key: null, // made by the test without a login
      connection_present: true,
      connection_public_key: connections[0]?.own.user_public_key,
      connection_keypair_external_id: connections[0]?.own.user_keypair_external_id,
    })
    expect(await refusal(as(dora).organizations.serviceUsersIdGet(dora.userId))).toEqual([403, 'agents_only'])
    expect(await refusal(asAgent(serviceAgent).organizations.serviceUsersIdGet(UNKNOWN_ID))).toEqual([404, 'not_found'])

    await person.share(await person.create('Passport', 'Number', 'X1234567 für Zoë'), serviceAgentId, 'owner')
    await agent.share(await agent.create('Appointment', 'When', 'Monday at nine'), dora.userId, 'owner')
    expect(await agent.received()).toMatchObject([
      { label: 'Passport', values: { Number: { text: 'X1234567 für Zoë' } } },
    ])
    expect(await person.received()).toMatchObject([
      { label: 'Appointment', values: { When: { text: 'Monday at nine' } } },
    ])
  })

  it('15: an owner leaves while another stays; the last one cannot', async () => {
    await as(ada).members.organizationsOrganizationIdMembersIdDelete(organizationId, ada.userId)

    const { members } = as(carlos)
    expect((await members.organizationsOrganizationIdMembersGet(organizationId)).members).toMatchObject([
      { id: carlos.userId, role: 'owner' },
    ])
    const last = [409, 'last_owner']
    expect(await refusal(members.organizationsOrganizationIdMembersIdDelete(organizationId, carlos.userId))).toEqual(
      last,
    )
    const demote = { organization_member: either({ role: 'admin' }) }
    expect(
      await refusal(members.organizationsOrganizationIdMembersIdPut(organizationId, carlos.userId, demote)),
    ).toEqual(last)
    expect(await refusal(as(carlos).user.meDelete())).toEqual(last)
  })

  it('reached every operation of organizations', () => {
    const names = [
      organizationOperations,
      organizationMemberOperations,
      organizationServiceOperations,
      managementOperations,
    ].flatMap((operations) => Object.keys(operations))
    expect(names.filter((name) => !reached.has(name))).toEqual([])
  })
})
