import { FileSearch, FlaskConical, ScanLine, Stamp } from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { Command } from '../frame/commands.ts'
import { useCommand } from '../frame/commands.ts'
import { throughOf } from '../session/acting-through.ts'
import { useActing } from '../session/acting.ts'

/** What can be done with presentations from every page: make definitions and requests, go to parts of the wallet. */
export function useExchangeCommands(): void {
  const { t } = useI18n()
  const router = useRouter()
  const acting = useActing()
  const group = (): string => t('app.group.exchange')

  function walletCommands(actor: string | undefined): Command[] {
    if (actor === undefined) return []
    const open = (tab: string) => () => void router.push({ name: 'wallet', params: { actor, tab } })
    return [
      { id: 'wallet.issue', title: t('wallet.issue.open'), group: group(), icon: Stamp, run: open('issue') },
      {
        id: 'wallet.matrix',
        title: t('wallet.matrix.open'),
        group: group(),
        icon: FlaskConical,
        run: open('scenarios'),
      },
    ]
  }

  useCommand(() => [
    {
      id: 'definitions.new',
      title: t('definitions.new'),
      group: group(),
      icon: FileSearch,
      run: () => void router.push({ name: 'definition-new' }),
    },
    {
      id: 'requests.new',
      title: t('requests.new'),
      group: group(),
      icon: ScanLine,
      run: () => void router.push({ name: 'new-request' }),
    },
    ...(acting.user && throughOf(acting.user) ? [] : walletCommands(acting.user?.id)),
  ])
}
