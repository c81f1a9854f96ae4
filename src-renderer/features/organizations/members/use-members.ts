import { computed, ref } from 'vue'
import { refDebounced } from '@vueuse/core'
import type { OrganizationMember } from '../../../../shared/contract/organization-members.ts'
import { organizationMemberOperations } from '../../../../shared/contract/organization-members.ts'
import type { MemberRole } from '../../../../shared/contract/organization-rights.ts'
import { callAs } from '../../../api/call.ts'
import type { CursorPage, PageWanted } from '../../../rows/use-cursor-rows.ts'
import { useCursorRows } from '../../../rows/use-cursor-rows.ts'
import { useActor } from '../../../session/use-actor.ts'
import { useHeldRemoval } from '../../../session/use-held-removal.ts'
import { text } from '../../../i18n/i18n.ts'
import { useOrganizationChanges } from '../organization-changes.ts'

const TYPING_MS = 150
/** Rows of a page when all are read. */
const EXPORTED_AT_ONCE = 500
/** Admins offered to take over from the last owner. */
const MOST_SUCCESSORS = 8

const {
  organizationsOrganizationIdMembersGet: list,
  organizationsOrganizationIdMembersIdPut: update,
  organizationsOrganizationIdMembersIdDelete: removal,
} = organizationMemberOperations

interface MembersPage extends CursorPage<OrganizationMember> {
  /** Owners, whatever the filter. */
  readonly owners: number
}

/** How a member is called: people may have neither name nor address. */
export function memberName({ id, full_name, email }: Pick<OrganizationMember, 'id' | 'full_name' | 'email'>): string {
  return full_name ?? email ?? `…${id.slice(-6)}`
}

/** The members of an organization, filtered by the service and read as they come into view; followed live. */
export function useMembers(actor: string, organization_id: string, allowed: () => boolean) {
  const { look } = useActor(actor)
  const callActor = callAs(actor)
  const like = ref('')
  const settled = refDebounced(like, TYPING_MS)
  const role = ref<MemberRole>()
  const params = { organization_id }

  const { removed, remove: hold } = useHeldRemoval(() => void rows.refresh())
  const rows = useCursorRows<OrganizationMember, MembersPage>(actor, {
    read: readPage,
    filter: () => JSON.stringify([settled.value.trim(), role.value]),
    keyOf: ({ id }) => id,
    hidden: () => removed.value,
    allowed,
  })

  /** The filter in use, as the service takes it. */
  function filterNow() {
    const typed = settled.value.trim()
    return { ...(typed !== '' && { like: typed }), ...(role.value && { role: role.value }) }
  }

  async function readPage({ after, perPage }: PageWanted, filter = filterNow()): Promise<MembersPage> {
    const query = { per_page: perPage, ...filter, ...(after !== undefined && { next_page_after: after }) }
    const { members, next_page_after, total_count, owners_count } = await callActor(list, { params, query })
    return { rows: members, next: next_page_after, matching: total_count, owners: owners_count }
  }

  /** @throws {CallError} `last_owner`, `role_not_sufficient` */
  async function changeRole({ id }: OrganizationMember, next: MemberRole): Promise<void> {
    await callActor(update, { params: { ...params, id }, body: { organization_member: { role: next } } })
    await rows.refresh()
  }

  const end = ({ id }: OrganizationMember): Promise<unknown> => callActor(removal, { params: { ...params, id } })

  /** Takes a member away with Undo: the connection and what was shared through it end too. */
  function remove(member: OrganizationMember): void {
    const name = memberName(member)
    hold({
      id: member.id,
      text: text('organizations.members.removed', { name, actor: look.value.name }),
      send: () => end(member),
      refused: (reason) => text('organizations.members.removalFailed', { name, reason }),
    })
  }

  /** Reads everybody who passes the filter that is in use now, page by page; a later filter changes nothing. */
  function pagesForFile() {
    const filter = filterNow()
    return async (after: string | undefined) => {
      const { rows: entries, next } = await readPage({ after, perPage: EXPORTED_AT_ONCE }, filter)
      return { entries, next }
    }
  }

  /** Members who could become owner, some of them. */
  const successors = async (): Promise<readonly OrganizationMember[]> =>
    (await callActor(list, { params, query: { role: 'admin', per_page: MOST_SUCCESSORS } })).members

  useOrganizationChanges(rows.refresh)

  return {
    rows,
    like: computed(() => like.value),
    role: computed(() => role.value),
    /** Shows those whose name or email has this in it. */
    find: (typed: string): void => void (like.value = typed),
    /** Shows one role, or all of them. */
    only: (wanted: MemberRole | undefined): void => void (role.value = wanted),
    filtered: computed(() => like.value.trim() !== '' || role.value !== undefined),
    /** Whether this member keeps the organization from having no owner. */
    isLastOwner: (member: OrganizationMember): boolean => member.role === 'owner' && rows.page.value?.owners === 1,
    changeRole,
    remove,
    /** Without Undo: what oneself may not do any more afterwards cannot be undone by oneself. */
    leave: end,
    successors,
    pagesForFile,
  }
}

export type Members = ReturnType<typeof useMembers>
