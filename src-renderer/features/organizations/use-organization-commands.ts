import { Plus } from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { Command } from '../../frame/commands.ts'
import { useCommand } from '../../frame/commands.ts'
import { useActing } from '../../session/acting.ts'
import { newOrganizationPlace } from './organization-place.ts'
import { useOrganizationSearch } from './use-organization-search.ts'

/** From every page: request an organization, go to one by its name, act as one or as one of its services. */
export function useOrganizationCommands(): void {
  const { t } = useI18n()
  const router = useRouter()
  const acting = useActing()

  useCommand((): Command[] => {
    const { user } = acting
    if (user?.state !== 'signed_in' || user.user_type !== 'human') return []
    const run = (): void => void router.push(newOrganizationPlace(user.id))
    const [title, group] = [t('organizations.request'), t('organizations.title')]
    return [{ id: 'organizations.request', title, group, icon: Plus, run }]
  })
  useOrganizationSearch()
}
