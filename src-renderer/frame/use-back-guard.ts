import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import { useConfirm } from '../api/use-confirm.ts'
import { t } from '../i18n/i18n.ts'
import { LAYERS } from '../ui/layers.ts'
import { holdsInput } from '../ui/unsent-input.ts'

/**
 * Makes Back and Forward ask before they close a dialog with typed values. Editor pages ask by themselves
 * (useLeaveGuard). Call once.
 */
export function useBackGuard(): void {
  const router = useRouter()
  const confirm = useConfirm()
  const isDialogOpen = (): boolean => document.querySelector(`${LAYERS} [role=dialog]`) !== null

  const stop = router.beforeEach((to, from) => {
    // With Back and Forward, the address of the browser has changed already; with a link it has not.
    const goesBack = router.options.history.location === to.fullPath && to.fullPath !== from.fullPath
    if (!goesBack || !holdsInput() || !isDialogOpen()) return true
    const question = {
      title: t('frame.back.title'),
      text: t('frame.back.text'),
      confirmLabel: t('frame.back.confirm'),
      keepLabel: t('ui.keepTyping'),
    }
    return confirm(question, () => Promise.resolve(true))
  })
  onScopeDispose(stop)
}
