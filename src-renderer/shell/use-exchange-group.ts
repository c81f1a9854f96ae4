import { FileSearch, ScanLine, ShieldCheck, WalletCards } from '@lucide/vue'
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { NavEntry, NavGroup } from '../frame/nav.ts'
import { throughOf } from '../session/acting-through.ts'
import { useActing } from '../session/acting.ts'
import { useOpenRequests } from '../session/use-open-requests.ts'
import { useExchangeCommands } from './use-exchange-commands.ts'

/** The part of the rail about presentations, of which only the wallet belongs to a user, and what every page can do there. */
export function useExchangeGroup() {
  const { t } = useI18n()
  const acting = useActing()
  const openRequests = useOpenRequests()

  function walletOf(actor: string | undefined): NavEntry[] {
    if (actor === undefined) return []
    const to = { name: 'wallet', params: { actor } }
    return [{ id: 'wallet', label: t('wallet.title'), icon: WalletCards, to, shortcut: 'G W' }]
  }

  const entries = (): NavEntry[] => [
    {
      id: 'definitions',
      label: t('definitions.title'),
      icon: FileSearch,
      to: { name: 'definitions' },
      shortcut: 'G D',
    },
    {
      id: 'requests',
      label: t('requests.title'),
      icon: ScanLine,
      to: { name: 'requests' },
      shortcut: 'G R',
      count: openRequests.value,
    },
    // Credentials are held by people.
    ...(acting.user && throughOf(acting.user) ? [] : walletOf(acting.user?.id)),
    { id: 'trust', label: t('trust.title'), icon: ShieldCheck, to: { name: 'trust' } },
  ]

  useExchangeCommands()

  return computed<NavGroup>(() => ({ id: 'exchange', label: t('app.group.exchange'), entries: entries() }))
}
