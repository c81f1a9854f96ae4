import { Building2, KeyRound, ShieldUser, UsersRound } from '@lucide/vue'
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { NavEntry, NavGroup } from '../frame/nav.ts'
import { throughOf } from '../session/acting-through.ts'
import { useActing } from '../session/acting.ts'
import { useReviewQueue } from '../session/review-queue.ts'

/** The part of the rail about organizations, the operator, access and users. */
export function useAdminGroup() {
  const { t } = useI18n()
  const acting = useActing()
  const reviews = useReviewQueue()

  function ofActor(): NavEntry[] {
    const { user } = acting
    if (user === undefined) return []
    const params = { actor: user.id }
    const organizations = {
      id: 'organizations',
      label: t('organizations.title'),
      icon: Building2,
      to: { name: 'organizations', params },
      shortcut: 'G O',
    }
    // Agents, and those who are acted for, have neither sessions nor keys of their own here.
    if (throughOf(user)) return [organizations]
    const access = { id: 'access', label: t('access.title'), icon: KeyRound, to: { name: 'access', params } }
    return [organizations, { ...access, shortcut: 'G A' }]
  }

  return computed<NavGroup>(() => ({
    id: 'admin',
    label: t('app.group.admin'),
    entries: [
      ...ofActor(),
      {
        id: 'operator',
        label: t('operator.title'),
        icon: ShieldUser,
        to: { name: 'operator', params: { tab: '', id: '' } },
        count: reviews.count,
      },
      { id: 'users', label: t('users.title'), icon: UsersRound, to: { name: 'users' }, shortcut: 'G U' },
    ],
  }))
}
