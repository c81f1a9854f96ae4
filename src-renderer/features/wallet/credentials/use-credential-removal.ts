import type { WalletCredential } from '../../../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../../../shared/contract/workbench-wallet.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import { text } from '../../../i18n/i18n.ts'
import { usePendingRemovals } from '../../../session/pending-removals.ts'
import { isGone } from '../../../session/use-held-removal.ts'
import { useToasts } from '../../../ui/toasts.ts'

/** Removes credentials of an actor's wallet with Undo: the call is sent when the countdown ends. */
export function useCredentialRemoval(actor: string) {
  const toasts = useToasts()
  const pending = usePendingRemovals()

  function remove({ id, title }: Pick<WalletCredential, 'id' | 'title'>): void {
    pending.add(actor, [id])
    toasts.hold({
      text: text('wallet.credential.removed', { title }),
      commit: () => void send(id, title),
      undone: () => pending.remove(actor, [id]),
    })
  }

  async function send(credential_id: string, title: string): Promise<void> {
    try {
      await call(walletOperations.walletCredentialRemove, { params: { user_id: actor, credential_id } })
    } catch (error) {
      if (isGone(error)) return
      pending.remove(actor, [credential_id])
      const { message } = failureOf(error)
      toasts.show({ text: text('wallet.credential.removeRefused', { title, reason: message }), tone: 'bad' })
    }
  }

  return { remove }
}
