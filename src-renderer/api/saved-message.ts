import type { RouteLocationRaw } from 'vue-router'
import { text } from '../i18n/i18n.ts'
import { showToast } from '../ui/toasts.ts'
import { opposite } from './refusal.ts'

interface Saved {
  /** The current name of the changed record. */
  readonly name: string
  /** The person it belongs to, where somebody has it. */
  readonly whose?: string
  readonly link: RouteLocationRaw
  /** Writes the former value back; absent if that is not possible. */
  readonly writeBack?: (() => Promise<unknown>) | undefined
  /** Reads what is shown, once it was written back or refused; absent where the screen follows changes. */
  readonly reload?: () => Promise<unknown>
}

/** Shows that something was changed, with Undo. */
export function useSavedMessage() {
  return ({ name, whose, link, writeBack, reload }: Saved): void => {
    const back = writeBack && (() => writeBack().finally(() => void reload?.()))
    const undo = back && opposite(back, (reason) => text('ui.staysSaved', { name, reason }))
    const said = whose === undefined ? text('ui.savedNamed', { name }) : text('ui.savedOf', { name, whose })
    showToast({ text: said, tone: 'ok', link, undo })
  }
}
