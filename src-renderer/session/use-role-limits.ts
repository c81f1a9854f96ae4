import type { DelegationTerms } from '../../shared/contract/delegation-rights.ts'
import { neededRole, roleSuffices } from '../../shared/contract/delegation-rights.ts'
import { oneOf, t } from '../i18n/i18n.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/**
 * Why somebody who acts for another one may not make a call, in words for the control that would make it; undefined
 * where nothing stands against it. What the role allows is said by the operation itself, which the service goes by too.
 */
export function useRoleLimits(actor?: string | (() => string | undefined)) {
  const store = useWorkbenchStore()

  /** @param id where a control acts as one of several: as whom */
  return function whyNot(operation: DelegationTerms, id = typeof actor === 'function' ? actor() : actor) {
    const role = store.usersById.get(id ?? '')?.delegation?.role
    const needed = neededRole(operation, {})
    if (role === undefined || needed === 'ignored') return undefined
    if (needed === 'refused') return t('app.actingFor.whyNot.anybody')
    return roleSuffices(role, needed) ? undefined : t(oneOf('app.actingFor.whyNot.*', role))
  }
}
