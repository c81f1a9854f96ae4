import { shallowRef } from 'vue'
import type { OrganizationMember } from '../../../../shared/contract/organization-members.ts'
import type { MemberRole } from '../../../../shared/contract/organization-rights.ts'
import { CallError } from '../../../api/call.ts'
import { failureOf, opposite } from '../../../api/refusal.ts'
import { useConfirm } from '../../../api/use-confirm.ts'
import { oneOf, text } from '../../../i18n/i18n.ts'
import { useActor } from '../../../session/use-actor.ts'
import { showToast } from '../../../ui/toasts.ts'
import type { Members } from './use-members.ts'
import { memberName } from './use-members.ts'

/**
 * Changes and removes members. For the last owner it shows who could take over; losing one's own rights is confirmed
 * first, because one cannot undo it alone; everything else is done directly and can be undone.
 */
export function useMemberChanges(actor: string, members: () => Members) {
  const { user } = useActor(actor)
  /** The last owner, after a try to change or remove them. */
  const stuck = shallowRef<OrganizationMember>()
  const confirm = useConfirm()

  const isSelf = ({ id }: OrganizationMember): boolean => id === user.value?.vault_user_id

  function askForRole(member: OrganizationMember, role: MemberRole): void {
    if (members().isLastOwner(member)) stuck.value = member
    else if (isSelf(member)) ask('demote', () => members().changeRole(member, role))
    else void changeRole(member, role)
  }

  function askToRemove(member: OrganizationMember): void {
    if (members().isLastOwner(member)) stuck.value = member
    else if (isSelf(member)) ask('leave', () => members().leave(member))
    else members().remove(member)
  }

  function ask(kind: 'demote' | 'leave', act: () => Promise<unknown>): void {
    const question = {
      title: text(oneOf('organizations.members.*.title', kind)),
      text: text(oneOf('organizations.members.*.text', kind)),
      confirmLabel: text(oneOf('organizations.members.*.confirm', kind)),
    }
    void confirm(question, act)
  }

  /** Gives a role, with a message that offers Undo. @throws {CallError} `last_owner`, `role_not_sufficient` */
  async function giveRole(member: OrganizationMember, role: MemberRole): Promise<void> {
    await members().changeRole(member, role)
    const undo = opposite(
      () => members().changeRole(member, member.role),
      (reason) => refusedText(member, reason),
    )
    const words = text(oneOf('organizations.members.changed.*', role), { name: memberName(member) })
    showToast({ text: words, tone: 'ok', link: members().place, undo })
  }

  async function changeRole(member: OrganizationMember, role: MemberRole): Promise<void> {
    try {
      await giveRole(member, role)
    } catch (error) {
      // Only the service knows for sure who is the last owner.
      if (error instanceof CallError && error.code === 'last_owner') stuck.value = member
      else showToast({ text: refusedText(member, failureOf(error).message), tone: 'bad', link: members().place })
    }
  }

  return { stuck, giveRole, askForRole, askToRemove }
}

export type MemberChanges = ReturnType<typeof useMemberChanges>

function refusedText(member: OrganizationMember, reason: string): string {
  return text('organizations.members.changeFailed', { name: memberName(member), reason })
}
