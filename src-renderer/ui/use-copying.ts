import { useI18n } from 'vue-i18n'
import { copyText } from './clipboard.ts'
import type { ShownToast } from './toasts.ts'
import { useToasts } from './toasts.ts'

/** What to copy, or how to get it. */
export type Copied = string | (() => string | Promise<string>)

/** Copies a text and tells it; where the system refuses, that is told instead. */
export function useCopying() {
  const { t } = useI18n()
  const toasts = useToasts()

  /** @returns whether it was copied */
  return async (copied: Copied, told?: ShownToast, clearAfterSeconds?: number): Promise<boolean> => {
    try {
      await copyText(typeof copied === 'string' ? copied : await copied(), clearAfterSeconds)
    } catch {
      toasts.show({ text: t('ui.copyFailed'), tone: 'bad', link: null })
      return false
    }
    if (told !== undefined) toasts.show(told)
    return true
  }
}
