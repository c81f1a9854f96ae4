import type { DelegationTerms } from '../../shared/contract/delegation-rights.ts'
import { neededRole, roleSuffices } from '../../shared/contract/delegation-rights.ts'
import { oneOf, t } from '../i18n/i18n.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/**
 * Explains, at a control, why a delegate may not make its call; undefined if the call is allowed. The operation itself
 * states the role that it needs, and the service follows the same statement.
 */
export function useRoleLimits(actor?: string | (() => string | undefined)) {
  const store = useWorkbenchStore()

  /** @param id the user the control acts as, if not `actor` */
  return function whyNot(operation: DelegationTerms, id = typeof actor === 'function' ? actor() : actor) {
    const role = store.usersById.get(id ?? '')?.delegation?.role
    const needed = neededRole(operation, {})
    if (role === undefined || needed === 'ignored') return undefined
    if (needed === 'refused') return t('app.actingFor.whyNot.anybody')
    return roleSuffices(role, needed) ? undefined : t(oneOf('app.actingFor.whyNot.*', role))
  }
}
