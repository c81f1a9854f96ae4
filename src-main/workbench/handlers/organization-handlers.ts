import { ServiceError } from '../../../shared/contract/errors.ts'
import type { workbenchOrganizationOperations } from '../../../shared/contract/workbench-organizations.ts'
import { handOverKey } from '../../client/agents/hand-over-key.ts'
import { organizationKeys } from '../../client/agents/organization-keys.ts'
import { requestOrganization, requestService } from '../../client/agents/request-organization.ts'
import { takeKey } from '../../client/agents/take-key.ts'
import { invite } from '../../client/people/connect-people.ts'
import type { WorkbenchHandlersFor, Working } from './handlers.ts'
import type { ActingMember } from '../users/simulated-users.ts'

/** Organizations as a member works for them: each call is one flow of the member's client. */
export function organizationHandlers({
  within,
}: Working): WorkbenchHandlersFor<typeof workbenchOrganizationOperations> {
  const as = <Result>(userId: string, work: (member: ActingMember) => Promise<Result>): Promise<Result> =>
    within(({ users }) => users.asMember(userId, work))

  return {
    organizationRequest: ({ params, body }) =>
      as(params.user_id, async ({ requester }) => ({ organization: await requestOrganization(requester, body) })),
    serviceRequest: ({ params, body }) =>
      as(params.user_id, async ({ requester }) => ({
        service: await requestService(requester, params.organization_id, body),
      })),
    organizationAct: ({ params, body }) =>
      as(params.user_id, async (member) => ({ user: await member.act(agentOf(params, body)) })),
    memberInvite: ({ params, body: { role, ...body } }) =>
      as(params.user_id, (member) =>
        member.actOnce(agentOf(params, { service_id: null }), async (client) => {
          const { invitation, link } = await invite(client, { ...body, compatible: false, shares: [] }, role)
          return { invitation, link }
        }),
      ),
    organizationKeys: ({ params }) =>
      as(params.user_id, async ({ person }) => ({ keys: await organizationKeys(person, params.organization_id) })),
    organizationKeyHandOver: ({ params, body }) =>
      as(params.user_id, ({ person, name, requester, actOnce }) =>
        handOverKey({ ...person, name, nowMs: requester.nowMs(), actOnce }, agentOf(params, body), body.recipient_id),
      ),
    organizationKeyTake: ({ params, body }) =>
      as(params.user_id, async ({ person, send }) => {
        await takeKey({ ...person, send }, agentOf(params, body), body.share_id)
        const keys = await organizationKeys(person, params.organization_id)
        const key = keys.find(({ service_id }) => service_id === body.service_id)
        if (key === undefined) throw new ServiceError('not_found', 'The service is not there any more.')
        return { key }
      }),
  }
}

function agentOf(
  { organization_id }: { readonly organization_id: string },
  { service_id }: { readonly service_id: string | null },
) {
  return { organizationId: organization_id, serviceId: service_id }
}
