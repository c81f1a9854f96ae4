/** The part of a keyboard event that decides what a key press means; synthetic events may lack some of it. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'code' | 'isComposing' | 'keyCode' | 'getModifierState'>>

/**
 * The notation of a key press: `Ctrl+Shift+U`, `F6`, `?`. The command key of a Mac counts as Ctrl. Shift is included
 * only if the character does not imply it. Empty for a key that an input method uses.
 *
 * The layout determines Latin letters (AZERTY, Dvorak). For another script, or if a modifier changes the character
 * (Option on a Mac), the position of the key on a US keyboard counts. A character typed with AltGr has neither Ctrl nor
 * Alt.
 */
export function strokeOf(press: KeyPress): string {
  if (isOfInputMethod(press)) return ''
  const { isCtrl, isAlt } = heldBy(press)
  const key = meantKey(press)
  const name = key.length === 1 ? key.toUpperCase() : key
  const sayShift = press.shiftKey && (key.length > 1 || name !== key.toLowerCase())
  return [isCtrl && 'Ctrl', isAlt && 'Alt', sayShift && 'Shift', name].filter(Boolean).join('+')
}

/** The character that a key press types; undefined for Space, and for keys that type nothing. */
export function characterOf(press: KeyPress): string | undefined {
  const { isCtrl, isAlt } = heldBy(press)
  const isTyped = !isCtrl && !isAlt && !isOfInputMethod(press) && !isNamed(press.key) && press.key !== ' '
  return isTyped ? press.key : undefined
}

/** The `keyCode` of every key that an input method takes (UI Events, "legacy key attributes"). */
const INPUT_METHOD_KEY_CODE = 229

/** Whether an input method takes the key to compose what is typed. */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- only this tells in Safari that a key ended a composition
export function isOfInputMethod({ isComposing, keyCode, key }: KeyPress): boolean {
  return isComposing === true || keyCode === INPUT_METHOD_KEY_CODE || key === 'Process'
}

/** Names such as `Enter` and `F6`. A key may also type several characters: that of the Arabic `لا`. */
const isNamed = (key: string): boolean => /^[A-Z][A-Za-z0-9]+$/.test(key)

function heldBy(press: KeyPress): { readonly isCtrl: boolean; readonly isAlt: boolean } {
  const { ctrlKey, metaKey, altKey } = press
  const isAltGr = isByAltGr(press)
  // On Windows, both keys together may mean AltGr; elsewhere Ctrl may be held as well.
  return { isCtrl: metaKey || (ctrlKey && !(isAltGr && altKey)), isAlt: altKey && !isAltGr }
}

/** One character of ASCII, of Latin alphabets, or a symbol of their layouts. */
const LATIN = /^[!-\u024f\u1e00-\u1eff\u2010-\u20cf]$/
const LETTER_OR_DIGIT = /^[A-Za-z0-9]$/

/** Firefox reports AltGraph for Option, too. Otherwise the character itself shows the layout's third level. */
function isByAltGr(press: KeyPress): boolean {
  const { key, ctrlKey, altKey } = press
  if (LETTER_OR_DIGIT.test(key) || (altKey && !ctrlKey)) return false
  return press.getModifierState?.('AltGraph') === true || (ctrlKey && altKey && LATIN.test(key))
}

/** ASCII characters typed with Option on layouts of Latin letters: the German `@` is on L. */
const BY_OPTION = /^[#@[\]|{}~\\]$/
/** ASCII characters in the place of a letter in another script: Hebrew, Greek and Bulgarian. */
const AMONG_LETTERS: Readonly<Record<string, string>> = { KeyQ: '/;,', KeyW: "'" }

/** The intended key: by layout, or by position. */
function meantKey(press: KeyPress): string {
  const { code = '', ctrlKey, metaKey, altKey, shiftKey } = press
  const key = plainForm(press.key)
  const placed = keyAt(code, shiftKey)
  if (placed === undefined || LETTER_OR_DIGIT.test(key) || isByAltGr(press)) return key
  if (isNamed(key)) return key === 'Dead' && (ctrlKey || metaKey || altKey) ? placed : key
  const isOfLayout = altKey ? /^[!-~]$/.test(key) && !BY_OPTION.test(key) : LATIN.test(key)
  return isOfLayout && AMONG_LETTERS[code]?.includes(key) !== true ? key : placed
}

const FULL_WIDTH_OFFSET = 0xfee0

/** Letters that mean the same key: full-width ones of a Japanese keyboard, and the Turkish capital `İ`. */
function plainForm(key: string): string {
  if (key === 'İ') return 'I'
  return /^[\uff01-\uff5e]$/.test(key) ? String.fromCharCode(key.charCodeAt(0) - FULL_WIDTH_OFFSET) : key
}

/** The symbols of a US keyboard: without Shift and with it. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ Space: '  ', Backquote: '`~', Minus: '-_', Equal: '=+', BracketLeft: '[{', BracketRight: ']}' },
  ...{ Backslash: '\\|', Semicolon: ';:', Quote: `'"`, Comma: ',<', Period: '.>', Slash: '/?' },
}
const ABOVE_DIGITS = ')!@#$%^&*('

/** The US keyboard's character at a key position (UI Events, "code"); undefined if it types nothing. */
function keyAt(code: string, shiftKey: boolean): string | undefined {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  if (digit !== undefined) return shiftKey ? ABOVE_DIGITS[Number(digit)] : digit
  return SIGNS[code]?.[shiftKey ? 1 : 0]
}
