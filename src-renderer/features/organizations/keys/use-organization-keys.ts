import { organizationMemberOperations } from '../../../../shared/contract/organization-members.ts'
import type { OrganizationKey } from '../../../../shared/contract/workbench-organizations.ts'
import { workbenchOrganizationOperations } from '../../../../shared/contract/workbench-organizations.ts'
import { workbenchPeopleOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { asUser, call, callService } from '../../../api/call.ts'
import { useActor } from '../../../session/use-actor.ts'
import { useVaultReading } from '../../../session/use-vault-changes.ts'
import { memberName } from '../members/use-members.ts'

/** A person to whom a key can be handed over. */
export interface Recipient {
  readonly id: string
  readonly name: string
}

const MOST_RECIPIENTS = 100

/** The private keys of an organization and its services that the actor has or was offered. */
export function useOrganizationKeys(actor: string, organization_id: string) {
  const { user } = useActor(actor)
  const params = { user_id: actor, organization_id }
  const loaded = useVaultReading(
    actor,
    async () => (await call(workbenchOrganizationOperations.organizationKeys, { params })).keys,
    { concerns: ({ name }) => /^(share|service|organization|member)\./.test(name) },
  )

  /** @throws {CallError} `recipient_not_connected`, `role_not_sufficient` */
  function handOver({ service_id }: OrganizationKey, recipient_id: string) {
    const body = { service_id, recipient_id }
    return call(workbenchOrganizationOperations.organizationKeyHandOver, { params, body })
  }

  /** @throws {CallError} `organization_key_wrong`, `share_not_acceptable`, `value_cannot_be_opened` */
  async function take({ service_id, offer }: OrganizationKey): Promise<void> {
    if (offer === null) return
    const body = { service_id, share_id: offer.share_id }
    await call(workbenchOrganizationOperations.organizationKeyTake, { params, body })
    await loaded.reload()
  }

  /**
   * Members that match a text. Actors who may not see them choose among their connections.
   *
   * @param listed whether the actor may list members
   */
  async function recipients(typed: string, listed: boolean): Promise<readonly Recipient[]> {
    const found = listed ? await findMembers(typed) : await findPeople(typed)
    return found.filter(({ id }) => id !== user.value?.vault_user_id)
  }

  async function findMembers(typed: string): Promise<readonly Recipient[]> {
    const like = typed.trim()
    const { members } = await callService(
      asUser(actor),
      organizationMemberOperations.organizationsOrganizationIdMembersGet,
      {
        params: { organization_id },
        query: { per_page: MOST_RECIPIENTS, ...(like !== '' && { like }) },
      },
    )
    return members.map((member) => ({ id: member.id, name: memberName(member) }))
  }

  async function findPeople(typed: string): Promise<readonly Recipient[]> {
    const { rows } = await call(workbenchPeopleOperations.connectionRows, {
      params: { user_id: actor },
      query: { text: typed.trim().slice(0, 255) },
    })
    const people = rows.filter(({ user_type }) => user_type === 'human')
    return people.map(({ user_id, name }) => ({ id: user_id, name }))
  }

  return { keys: loaded.value, failure: loaded.failure, reload: loaded.reload, handOver, take, recipients }
}

export type OrganizationKeys = ReturnType<typeof useOrganizationKeys>
