// Proves docs/contract/vault.md, Organizations.

import { describe, expect, it } from 'vitest'
import { planOf } from '../../../tests/support/service/database.ts'
import { memberPageSql } from './organization-member-store.ts'
import { requestedServicesSql } from './organization-service-store.ts'
import { organizationPageSql } from './organization-store.ts'

const continued = { after: { sortValue: '2026', id: 'x' } }
const noFilter = { like: undefined, role: undefined }

describe('lists of organizations', () => {
  it.each([
    ['validated', organizationPageSql('validated', continued), 'o USING INDEX organizations_by_status (status=? AND'],
    ['to review', organizationPageSql('to_review', continued), 'o USING INDEX organizations_by_status (status=? AND'],
    [
      'own requests',
      organizationPageSql('requested', continued),
      'o USING INDEX organizations_by_requestor (requestor_id=? AND status=? AND',
    ],
    [
      'requested services',
      requestedServicesSql(true, continued),
      'organization_services USING INDEX services_of_organization (organization_id=? AND status=? AND',
    ],
    [
      'all requested services',
      requestedServicesSql(false, continued),
      'organization_services USING INDEX services_by_status (status=? AND',
    ],
    [
      'members',
      memberPageSql(noFilter, continued),
      'm USING COVERING INDEX members_of_organization (organization_id=? AND',
    ],
    [
      'members with a role',
      memberPageSql({ ...noFilter, role: 'owner' }, continued),
      'm USING COVERING INDEX members_by_role (organization_id=? AND role=? AND',
    ],
  ])('%s › are read from where the last page ended, in the order of an index', (_, sql, index) => {
    const [first, ...others] = planOf(sql, 'x')

    expect(first).toContain(`SEARCH ${index}`)
    expect(others.join()).not.toMatch(/TEMP B-TREE|SCAN/)
  })

  it('those of a member › are looked up one by one', () => {
    expect(planOf(organizationPageSql('member', continued), 'x').join()).not.toMatch(/SCAN/)
  })
})
