const SPACE = /[ \t\n\r]*/y
// eslint-disable-next-line no-control-regex -- control characters are what a JSON string must not contain
const PLAIN_TEXT = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /true|false|null/y

/**
 * Finds where a text stops being JSON (RFC 8259). Used only to say where, after parsing failed: the parser of the
 * language names the place in some of its messages and quotes the text in others.
 *
 * @param text nested at most some hundred levels deep
 * @returns the position of the first value or sign that does not belong there, in UTF-16 units; undefined when the
 *   text is JSON
 */
export function findSyntaxError(text: string): number | undefined {
  let at = 0
  const complete = value() && (space(), at === text.length)
  return complete ? undefined : at

  function value(): boolean {
    space()
    if (text[at] === '{') return sequence('}', member)
    if (text[at] === '[') return sequence(']', value)
    return string() || take(NUMBER) || take(WORD)
  }

  function member(): boolean {
    space()
    return string() && sign(':') && value()
  }

  /** In a loop, not in one pattern: a text of megabytes would exhaust the pattern's stack. */
  function string(): boolean {
    const start = at
    if (text[at] !== '"') return false
    at += 1
    do take(PLAIN_TEXT)
    while (take(ESCAPE))
    if (text[at] === '"') at += 1
    else at = start
    return at !== start
  }

  function sequence(end: string, part: () => boolean): boolean {
    at += 1
    if (sign(end)) return true
    do {
      if (!part()) return false
    } while (sign(','))
    return sign(end)
  }

  function sign(expected: string): boolean {
    space()
    if (text[at] !== expected) return false
    at += 1
    return true
  }

  function space(): void {
    take(SPACE)
  }

  function take(pattern: RegExp): boolean {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
}
