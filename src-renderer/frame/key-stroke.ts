import { asciiDigits } from '../../shared/folded-text.ts'
import { isOfInputMethod, strokeOf } from '../ui/key-press.ts'

export { strokeOf }

/** Whether a stroke types something, so that it belongs to the field that has the focus. */
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
 * Keeps the keys that an input method takes from everything in the window, for good: Enter ends a word there, Escape
 * takes it back and arrows choose another one. Listeners of the window itself that capture still hear them.
 */
export function leaveKeysToInputMethods(): void {
  const leave = (event: KeyboardEvent): void => {
    if (isOfInputMethod(event)) event.stopPropagation()
  }
  window.addEventListener('keydown', leave, { capture: true })
}

/** Lets native fields for numbers, which drop all digits but those of ASCII, take digits of every script, for good. */
export function takeDigitsOfEveryScript(): void {
  const take = (event: InputEvent): void => {
    const { target, data } = event
    if (!(target instanceof HTMLInputElement) || target.type !== 'number' || data === null) return
    const digits = asciiDigits(data)
    if (digits === data || !event.cancelable) return
    event.preventDefault()
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else types into such a field where its caret is
    document.execCommand('insertText', false, digits)
  }
  window.addEventListener('beforeinput', take, { capture: true })
}
