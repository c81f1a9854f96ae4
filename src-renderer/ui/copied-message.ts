import { t } from '../i18n/i18n.ts'
import type { ShownToast } from './toasts.ts'
import { showToast } from './toasts.ts'

/** Says that something was copied, once it is, or that the system refused to. */
export function useCopiedMessage() {
  /** @param copying answers false where nothing was copied, which is said elsewhere */
  return async function tellCopied(copying: Promise<unknown>, done: ShownToast): Promise<void> {
    try {
      if ((await copying) !== false) showToast(done)
    } catch {
      showToast({ text: t('ui.copyFailed'), tone: 'bad', link: null })
    }
  }
}
