import { t } from '../i18n/i18n.ts'
import { copyText } from './clipboard.ts'
import type { ShownToast } from './toasts.ts'
import { showToast } from './toasts.ts'

/** The text to copy, or a function that gets it. */
export type Copied = string | (() => string | Promise<string>)

/**
 * Copies a text and shows a message, also if the system refuses.
 *
 * @returns whether it was copied
 */
export function copyAndTell(copied: Copied, told?: ShownToast, clearAfterSeconds?: number): Promise<boolean> {
  return tellCopied(copy(), told)

  async function copy(): Promise<void> {
    await copyText(typeof copied === 'string' ? copied : await copied(), clearAfterSeconds)
  }
}

/**
 * Shows the message for an action that copies.
 *
 * @param copying resolves to false if nothing was copied, which is reported elsewhere
 */
export async function tellCopied(copying: Promise<unknown>, told?: ShownToast): Promise<boolean> {
  try {
    if ((await copying) === false) return false
  } catch {
    showToast({ text: t('ui.copyFailed'), tone: 'bad', link: null })
    return false
  }
  if (told !== undefined) showToast(told)
  return true
}
