import { asciiDigits } from '../../shared/folded-text.ts'
import { isOfInputMethod, strokeOf } from '../ui/key-press.ts'

export { strokeOf }

/** Whether a key press types text, and so belongs to the focused field. */
export function typesText(stroke: string): boolean {
  return !/^(Ctrl|Alt)\+/.test(stroke) && !/^F\d+$/.test(stroke)
}

/** Whether typing belongs to this element. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select') ||
    target.isContentEditable
  )
}

/**
 * Hides the keys that an input method uses from the window, permanently: Enter ends a word there, Escape cancels it,
 * and arrows choose another one. Only capturing listeners of `window` still receive them.
 */
export function leaveKeysToInputMethods(): void {
  const leave = (event: KeyboardEvent): void => {
    if (isOfInputMethod(event)) event.stopPropagation()
  }
  window.addEventListener('keydown', leave, { capture: true })
}

/** Lets native number fields, which accept only ASCII digits, take digits of every script, permanently. */
export function takeDigitsOfEveryScript(): void {
  const take = (event: InputEvent): void => {
    const { target, data } = event
    if (!(target instanceof HTMLInputElement) || target.type !== 'number' || data === null) return
    const digits = asciiDigits(data)
    if (digits === data || !event.cancelable) return
    event.preventDefault()
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else inserts text at the caret of such a field
    document.execCommand('insertText', false, digits)
  }
  window.addEventListener('beforeinput', take, { capture: true })
}
