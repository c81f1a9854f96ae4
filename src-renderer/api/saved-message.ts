import type { RouteLocationRaw } from 'vue-router'
import { text } from '../i18n/i18n.ts'
import { showToast } from '../ui/toasts.ts'
import { opposite } from './refusal.ts'

interface Saved {
  /** The current name of the changed record. */
  readonly name: string
  /** The user it belongs to, if it belongs to one. */
  readonly whose?: string
  readonly link: RouteLocationRaw
  /** Writes the former value back; absent if that is not possible. */
  readonly writeBack?: (() => Promise<unknown>) | undefined
  /** Reads the shown data again after Undo, successful or not; absent if the screen follows changes by itself. */
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
