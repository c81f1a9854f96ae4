import type { OrganizationMember } from '../../../../shared/contract/organization-members.ts'
import { readPages } from '../../../rows/export/read-pages.ts'
import type { RecordShape } from '../../../rows/export/records-file.ts'
import type { Export } from '../../../rows/export/use-export.ts'
import { useExport } from '../../../rows/export/use-export.ts'
import type { Members } from './use-members.ts'

const COLUMNS = ['user_id', 'name', 'email', 'role', 'since'] as const

/** The form of members in an exported file. */
const MEMBER_SHAPE: RecordShape<OrganizationMember, (typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  cells: fieldsOf,
  line: fieldsOf,
}

function fieldsOf({ id, full_name, email, role, created_at }: OrganizationMember) {
  return { user_id: id, name: full_name, email, role, since: created_at }
}

/**
 * Exports all members that match the current filter, including those that were not read yet.
 *
 * @param organization the name of the organization, for the file name
 */
export function useMemberExport(organization: () => string, members: () => Members): Export {
  return useExport<OrganizationMember>({
    name: () => ['members', organization()],
    shape: MEMBER_SHAPE,
    read: (progress) => readPages({ page: members().pagesForFile(), ...progress }),
  })
}
