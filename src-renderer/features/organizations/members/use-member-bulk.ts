import { computed, shallowRef } from 'vue'
import type { OrganizationMember } from '../../../../shared/contract/organization-members.ts'
import type { MemberRole } from '../../../../shared/contract/organization-rights.ts'
import { stoppedText, useOneByOne } from '../../../api/use-one-by-one.ts'
import { namesText, oneOf, text } from '../../../i18n/i18n.ts'
import { useActor } from '../../../session/use-actor.ts'
import { showToast } from '../../../ui/toasts.ts'
import type { Members } from './use-members.ts'
import { memberName } from './use-members.ts'

/** The number of refusals in a message; all of them are listed above the bar. */
const MAX_LISTED = 3

interface RoleChange {
  readonly member: OrganizationMember
  readonly role: MemberRole
}

/** A member who was not changed, and why. */
export interface Refused {
  readonly id: string
  readonly name: string
  readonly reason: string
}

/**
 * Changes and removes the selected members, one after the other. The acting owner is left out, because losing one's own
 * rights needs a separate question; so an owner stays whatever is selected.
 */
export function useMemberBulk(actor: string, members: () => Members) {
  const { user, usable, whenLocked } = useActor(actor)
  const { progress, run, stop } = useOneByOne()
  const refused = shallowRef<readonly Refused[]>([])
  whenLocked(clearRefused)

  const selected = computed(() => members().selection.items.value)
  const stays = (member: OrganizationMember): boolean =>
    member.id === user.value?.vault_user_id || members().isLastOwner(member)
  /** The selected members that are not changed. */
  const left = computed(() => selected.value.find(stays))
  const removable = computed(() => selected.value.filter((member) => !stays(member)))
  const changeable = (role: MemberRole): readonly OrganizationMember[] =>
    removable.value.filter((member) => member.role !== role)

  /** @returns the changes that were made; `refused` has the reasons for the others */
  async function change(changes: readonly RoleChange[]): Promise<{ made: RoleChange[]; left: number }> {
    const outcome = await members().together((setRole) =>
      run(
        changes,
        ({ member, role }) => setRole(member.id, role),
        () => usable.value,
      ),
    )
    const reasons = [...outcome.refused].map(([{ member }, reason]) => ({
      ...{ id: member.id, name: memberName(member), reason },
    }))
    refused.value = usable.value ? reasons : []
    return { made: [...outcome.done.keys()], left: outcome.left.length }
  }

  /** Gives the selected members a role. Only those that were refused stay selected. */
  async function changeRoles(role: MemberRole): Promise<void> {
    const changes = changeable(role).map((member) => ({ member, role }))
    if (changes.length === 0 || progress.value !== undefined) return
    const { made, left: untried } = await change(changes)
    const ids = new Set(refused.value.map(({ id }) => id))
    members().selection.narrowTo(({ id }) => ids.has(id))
    const done = made.length === 0 ? [] : [wordsFor(role, made)]
    if (made.length + refused.value.length === 0) return // stopped before the first one
    showToast({
      text: [...done, ...stoppedText(untried, changes.length), ...refusals()].join(' '),
      tone: refused.value.length + untried > 0 ? 'warn' : 'ok',
      link: members().place,
      ...(made.length > 0 && { undo: () => ({ progress: () => progress.value, stop, ended: takeBack(made) }) }),
    })
  }

  /** Members whose role was restored are left out of a second try. */
  async function takeBack(made: RoleChange[]): Promise<string | undefined> {
    const count = made.length
    const { made: back, left: untried } = await change(made.map(({ member }) => ({ member, role: member.role })))
    const done = new Set(back.map(({ member }) => member.id))
    made.splice(0, count, ...made.filter(({ member }) => !done.has(member.id)))
    return [...stoppedText(untried, count), ...refusals()].join(' ') || undefined
  }

  /** Removes the selected members with one Undo. */
  function remove(): void {
    const leaving = removable.value
    if (leaving.length === 0) return
    clearRefused()
    members().removeAll(leaving, (reasons) => {
      refused.value = leaving.flatMap((member) => {
        const reason = reasons.get(member.id)
        return reason === undefined ? [] : [{ id: member.id, name: memberName(member), reason }]
      })
      return refusals().join(' ')
    })
    members().selection.clear()
  }

  function refusals(): readonly string[] {
    const count = refused.value.length
    if (count === 0) return []
    const named = refused.value.slice(0, MAX_LISTED).map(({ name, reason }) => `${name}: ${reason}`)
    return [text('organizations.members.bulk.refused', { count }), ...named]
  }

  function clearRefused(): void {
    refused.value = []
  }

  return {
    selected,
    left,
    removable,
    changeable,
    progress,
    refused: computed(() => refused.value),
    changeRoles,
    remove,
    clearRefused,
    stop,
  }
}

function wordsFor(role: MemberRole, made: readonly RoleChange[]): string {
  const names = namesText(made.map(({ member }) => memberName(member)))
  return text(oneOf('organizations.members.bulk.changed.*', role), { names, count: made.length })
}

export type MemberBulk = ReturnType<typeof useMemberBulk>
