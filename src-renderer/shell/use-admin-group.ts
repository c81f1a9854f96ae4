import { Building2, KeyRound, ShieldUser, UsersRound } from '@lucide/vue'
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useOrganizationCommands } from '../features/organizations/use-organization-commands.ts'
import type { NavEntry, NavGroup } from '../frame/nav.ts'
import { useActing } from '../session/acting.ts'
import { useReviewQueue } from '../session/review-queue.ts'

/** The part of the rail about organizations, the operator, access and users, and what every page can do there. */
export function useAdminGroup() {
  const { t } = useI18n()
  const acting = useActing()
  const reviews = useReviewQueue()

  useOrganizationCommands()

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
    // Agents have neither sessions nor keys of their own.
    if (user.agent) return [organizations]
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
