import { expect } from 'vitest'
import type { Organization, OrganizationService } from '../../shared/contract/organizations.ts'
import type { ServiceRequest } from '../../src-main/service/reply.ts'
import { aSignedInUser } from './builders.ts'
import type { SignedInUser } from './builders.ts'
import type { TestService } from './test-service.ts'
import { newBundleKey, OPERATOR } from './vault-accounts.ts'
import type { LoginKey } from './vault-accounts.ts'
import { callsOf } from './vault-calls.ts'

/** An organization of a test, with the private key of its agent. */
export interface KeptOrganization {
  readonly organization: Organization
  readonly key: LoginKey
}

/** Calls of one signed-in user about organizations. */
export function organizationCalls(running: TestService, user: SignedInUser) {
  const calls = callsOf(running, user)
  return { ...calls, request, get, list }

  async function request(fields: object = {}): Promise<Organization> {
    const body = { name: 'Harbour Clinic', public_key: newBundleKey().publicKey, ...fields }
    return (await calls.ok<{ organization: Organization }>(201, 'organizationsPost', { body })).organization
  }
  function get(id: string): Promise<{ organization: Organization; services: readonly OrganizationService[] }> {
    return calls.ok(200, 'organizationsIdGet', { params: { id } })
  }
  function list(query: object = {}): Promise<OrganizationsPage> {
    return calls.ok(200, 'organizationsGet', { query })
  }
}

export interface OrganizationsPage {
  readonly organizations: readonly Organization[]
  readonly services: readonly OrganizationService[]
  readonly next_page_after: string | null
  readonly meta: readonly { readonly next_page_exists: boolean; readonly per_page: number; readonly order: string }[]
}

/** Calls of the operator in the session of a user. */
export function operatorCalls(running: TestService, user: SignedInUser = aSignedInUser(running)) {
  const send = (name: string, parts: Pick<ServiceRequest, 'params' | 'query' | 'body'> = {}) =>
    running.send({ operation: `vault.${name}`, headers: { ...user.headers, ...OPERATOR }, ...parts })
  const ok = async <Body>(name: string, parts?: Parameters<typeof send>[1]): Promise<Body> => {
    const reply = await send(name, parts)
    expect(reply).toMatchObject({ ok: true, status: 200 })
    return reply.body as Body
  }
  const review = (name: string) => async (id: string, body?: object) =>
    ok<{ organization: Organization; service: OrganizationService }>(name, { params: { id }, ...(body && { body }) })
  return {
    user,
    send,
    ok,
    validate: review('managementRequestedOrganizationsIdValidatePut'),
    reject: review('managementRequestedOrganizationsIdRejectDelete'),
    validateService: review('managementRequestedOrganizationServicesIdValidatePut'),
    rejectService: review('managementRequestedOrganizationServicesIdRejectDelete'),
  }
}

/** A validated organization whose only owner is the user. */
export async function anOrganization(
  running: TestService,
  owner: SignedInUser,
  key: LoginKey = newBundleKey(),
): Promise<KeptOrganization> {
  const { id } = await organizationCalls(running, owner).request({ public_key: key.publicKey })
  await operatorCalls(running).validate(id)
  return { organization: (await organizationCalls(running, owner).get(id)).organization, key }
}
