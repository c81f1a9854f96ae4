/** The part of a keyboard event that decides what a key press means; an event that a program makes may have less of it. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'code' | 'isComposing' | 'keyCode' | 'getModifierState'>>

/**
 * How a key press is written: `Ctrl+Shift+U`, `F6`, `?`. The command key of a Mac counts as Ctrl. Shift is written only
 * where the character does not already say it. Empty for a key that an input method takes.
 *
 * A layout of Latin letters is followed wherever it has a character (AZERTY, Dvorak). Where a layout has another script,
 * or a modifier changes the character (Option on a Mac), the place of the key counts: what a US keyboard has there. What
 * AltGr types is a character, and neither Ctrl nor Alt.
 */
export function strokeOf(press: KeyPress): string {
  if (isOfInputMethod(press)) return ''
  const { isCtrl, isAlt } = heldBy(press)
  const key = meantKey(press)
  const name = key.length === 1 ? key.toUpperCase() : key
  const sayShift = press.shiftKey && (key.length > 1 || name !== key.toLowerCase())
  return [isCtrl && 'Ctrl', isAlt && 'Alt', sayShift && 'Shift', name].filter(Boolean).join('+')
}

/** What a key press types, as the layout has it; undefined for Space, and for keys that type nothing. */
export function characterOf(press: KeyPress): string | undefined {
  const { isCtrl, isAlt } = heldBy(press)
  const isTyped = !isCtrl && !isAlt && !isOfInputMethod(press) && !isNamed(press.key) && press.key !== ' '
  return isTyped ? press.key : undefined
}

/** The `keyCode` of every key that an input method takes (UI Events, "legacy key attributes"). */
const INPUT_METHOD_KEY_CODE = 229

/** Whether an input method takes the key to compose what is typed. */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari says the key that ends a word no other way
export function isOfInputMethod({ isComposing, keyCode, key }: KeyPress): boolean {
  return isComposing === true || keyCode === INPUT_METHOD_KEY_CODE || key === 'Process'
}

/** Such as `Enter` and `F6`. A key may also type several characters: that of the Arabic `لا`. */
const isNamed = (key: string): boolean => /^[A-Z][A-Za-z0-9]+$/.test(key)

function heldBy(press: KeyPress): { readonly isCtrl: boolean; readonly isAlt: boolean } {
  const { ctrlKey, metaKey, altKey } = press
  const isAltGr = isByAltGr(press)
  // Both keys together may stand for AltGr on Windows; elsewhere Ctrl may be held besides.
  return { isCtrl: metaKey || (ctrlKey && !(isAltGr && altKey)), isAlt: altKey && !isAltGr }
}

/** Characters of ASCII, of Latin alphabets, and signs that layouts for these have; one of them. */
const LATIN = /^[!-\u024f\u1e00-\u1eff\u2010-\u20cf]$/
const LETTER_OR_DIGIT = /^[A-Za-z0-9]$/

/** Firefox says AltGraph of Option, too. Where nobody says it, a character says that the layout has it on a third level. */
function isByAltGr(press: KeyPress): boolean {
  const { key, ctrlKey, altKey } = press
  if (LETTER_OR_DIGIT.test(key) || (altKey && !ctrlKey)) return false
  return press.getModifierState?.('AltGraph') === true || (ctrlKey && altKey && LATIN.test(key))
}

/** ASCII characters typed with Option on layouts of Latin letters: the German `@` is on L. */
const BY_OPTION = /^[#@[\]|{}~\\]$/
/** ASCII characters in the place of a letter in another script: Hebrew, Greek and Bulgarian. */
const AMONG_LETTERS: Readonly<Record<string, string>> = { KeyQ: '/;,', KeyW: "'" }

/** The key that somebody means: the one of the layout, or the one of the place. */
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

/** Letters that are the same to who presses them: wide ones of a Japanese keyboard, and the capital of the Turkish `i`. */
function plainForm(key: string): string {
  if (key === 'İ') return 'I'
  return /^[\uff01-\uff5e]$/.test(key) ? String.fromCharCode(key.charCodeAt(0) - FULL_WIDTH_OFFSET) : key
}

/** What a US keyboard has beside letters and digits: without Shift and with it. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ Space: '  ', Backquote: '`~', Minus: '-_', Equal: '=+', BracketLeft: '[{', BracketRight: ']}' },
  ...{ Backslash: '\\|', Semicolon: ';:', Quote: `'"`, Comma: ',<', Period: '.>', Slash: '/?' },
}
const ABOVE_DIGITS = ')!@#$%^&*('

/** What a US keyboard has in a place of the keyboard (UI Events, "code"); undefined where it types nothing. */
function keyAt(code: string, shiftKey: boolean): string | undefined {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  if (digit !== undefined) return shiftKey ? ABOVE_DIGITS[Number(digit)] : digit
  return SIGNS[code]?.[shiftKey ? 1 : 0]
}
