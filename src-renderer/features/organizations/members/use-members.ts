import { computed, ref } from 'vue'
import type { OrganizationMember } from '../../../../shared/contract/organization-members.ts'
import type { MemberRole } from '../../../../shared/contract/organization-rights.ts'
import { useCursorRows } from '../../../rows/use-cursor-rows.ts'
import { useActor } from '../../../session/use-actor.ts'
import { useHeldRemoval } from '../../../session/use-held-removal.ts'
import { text } from '../../../i18n/i18n.ts'
import { useTypedText } from '../../../ui/use-typed-text.ts'
import { useOrganizationChanges } from '../organization-changes.ts'
import { organizationPlace } from '../organization-place.ts'
import type { MembersPage } from './member-calls.ts'
import { memberCalls } from './member-calls.ts'

/** The size of a page when all members are read. */
const EXPORTED_AT_ONCE = 500
/** The name of a member: people may have neither name nor address. */
export function memberName({ id, full_name, email }: Pick<OrganizationMember, 'id' | 'full_name' | 'email'>): string {
  return full_name ?? email ?? `…${id.slice(-6)}`
}

/** The members of an organization, filtered by the service and read as they come into view; followed live. */
export function useMembers(actor: string, organization_id: string, allowed: () => boolean) {
  const { look } = useActor(actor)
  const calls = memberCalls(actor, organization_id)
  const place = organizationPlace(actor, organization_id, 'members')
  const { text: like, sought } = useTypedText()
  const role = ref<MemberRole>()
  /** True while several changes are sent: the list is read only after the last. */
  const changing = ref(false)

  const {
    removed,
    remove: hold,
    removeAll: holdAll,
  } = useHeldRemoval(() => {
    changing.value = false
    void rows.refresh()
  })
  const rows = useCursorRows<OrganizationMember, MembersPage>(actor, {
    read: (wanted) => calls.page(wanted, filterNow()),
    filter: () => JSON.stringify([sought.value, role.value]),
    keyOf: ({ id }) => id,
    hidden: () => removed.value,
    allowed,
  })

  /** The current filter as a query. */
  function filterNow() {
    return { ...(sought.value !== '' && { like: sought.value }), ...(role.value && { role: role.value }) }
  }

  /** @throws {CallError} `last_owner`, `role_not_sufficient` */
  async function changeRole({ id }: OrganizationMember, next: MemberRole): Promise<void> {
    await calls.setRole(id, next)
    await rows.refresh()
  }

  /** Removes a member with Undo: the connection and its shares end too. */
  function remove(member: OrganizationMember): void {
    const name = memberName(member)
    hold({
      id: member.id,
      text: text('organizations.members.removed', { name, actor: look.value.name }),
      link: place,
      send: () => calls.end(member.id),
      refused: (reason) => text('organizations.members.removalFailed', { name, reason }),
    })
  }

  /** Removes many members, one after the other. */
  function removeAll(
    members: readonly OrganizationMember[],
    refused: (reasons: ReadonlyMap<string, string>) => string,
  ) {
    holdAll({
      ids: members.map(({ id }) => id),
      text: text('organizations.members.bulk.removed', { count: members.length, actor: look.value.name }),
      link: place,
      send: (id) => {
        changing.value = true
        return calls.end(id)
      },
      refused,
    })
  }

  /** Runs many changes of roles, and brings the list up to date after the last. */
  async function together<Result>(work: (setRole: typeof calls.setRole) => Promise<Result>): Promise<Result> {
    changing.value = true
    try {
      return await work(calls.setRole)
    } finally {
      changing.value = false
      await rows.refresh()
    }
  }

  /** Reads everybody who matches the current filter, page by page; a later change of the filter has no effect. */
  function pagesForFile() {
    const filter = filterNow()
    return (after: string | undefined) => calls.page({ after, perPage: EXPORTED_AT_ONCE }, filter)
  }

  useOrganizationChanges(async () => {
    if (!changing.value) await rows.refresh()
  })

  return {
    place,
    rows,
    selection: rows.selection,
    /** Shows only members whose name or email contains this text. */
    like,
    /** Filters by one role, or by none. */
    only: (wanted: MemberRole | undefined): void => void (role.value = wanted),
    filtered: computed(() => like.value.trim() !== '' || role.value !== undefined),
    /** Whether this member keeps the organization from having no owner. */
    isLastOwner: (member: OrganizationMember): boolean => member.role === 'owner' && rows.page.value?.owners === 1,
    changeRole,
    remove,
    removeAll,
    together,
    /** Leaving has no Undo, because it ends the right to undo it. */
    leave: ({ id }: OrganizationMember): Promise<unknown> => calls.end(id),
    successors: calls.successors,
    pagesForFile,
  }
}

export type Members = ReturnType<typeof useMembers>
