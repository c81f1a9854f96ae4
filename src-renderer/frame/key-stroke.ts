/** The part of a keyboard event that decides which shortcut it is. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * How a key press is written: `Ctrl+Shift+U`, `F6`, `?`. The command key of a Mac counts as Ctrl. Shift is written only
 * where the character does not already say it.
 */
export function strokeOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const name = key.length === 1 ? key.toUpperCase() : key
  const sayShift = shiftKey && (key.length > 1 || name !== key.toLowerCase())
  return [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', sayShift && 'Shift', name].filter(Boolean).join('+')
}

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
