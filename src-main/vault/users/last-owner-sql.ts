/** Whether a user, given as an expression, is the only owner of an organization. */
export function isLastOwnerSql(user: string): string {
  return /* sql */ `EXISTS (
    SELECT 1 FROM organization_members m CROSS JOIN organizations o ON o.id = m.organization_id
    WHERE m.user_id = ${user} AND m.role = 'owner' AND o.owners_count = 1
  )`
}
