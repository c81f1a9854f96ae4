import { IdCard } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { WalletCredential } from '../../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../../shared/contract/workbench-wallet.ts'
import { call } from '../../api/call.ts'
import type { Command } from '../../frame/commands.ts'
import { bestCommands, useCommandSource } from '../../frame/commands.ts'
import { t } from '../../i18n/i18n.ts'
import { useActing } from '../../session/acting.ts'
import { suppliedText } from '../../i18n/service-words.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { useSearched, useSearcher } from '../../session/use-searched.ts'
import { useCredentialText } from './credentials/use-credential-text.ts'
import { walletPlace } from './wallet-place.ts'

/** Finds credentials of the acting user's wallet, from every page: by title, issuer or type. */
export function useCredentialSearch(): void {
  const router = useRouter()
  const acting = useActing()
  const pending = usePendingRemovals()
  const searcher = useSearcher()
  const { issuerOf, endOf } = useCredentialText()
  /** The user whose wallet is searched; only people have one. */
  const holder = (): string | undefined => (acting.user?.agent ? undefined : searcher())

  const held = useSearched<WalletCredential>({
    whose: holder,
    read: async (user_id) => (await call(walletOperations.walletGet, { params: { user_id } })).credentials,
    changes: (event) => event.type === 'wallet' && event.user_id === holder(),
  })

  const asCommand = (actor: string, credential: WalletCredential): Command => ({
    id: `wallet.credential.${credential.id}`,
    title: suppliedText(credential.title),
    detail: [issuerOf(credential), endOf(credential)].filter(Boolean).join(', '),
    keywords: credential.types,
    owner: acting.look,
    place: t('wallet.title'),
    icon: IdCard,
    run: () => void router.push(walletPlace(actor, 'credentials', credential.id)),
  })

  async function search(query: string): Promise<readonly Command[]> {
    const actor = holder()
    if (actor === undefined) return []
    const hidden = pending.of(actor)
    const offered = (await held()).filter(({ id }) => !hidden.has(id))
    return bestCommands(
      offered.map((credential) => asCommand(actor, credential)),
      query,
    )
  }

  useCommandSource({
    id: 'credentials',
    group: t('wallet.tab.credentials'),
    active: () => holder() !== undefined,
    search,
  })
}
