/** A part of a text, and its target if it is a link. */
export interface TextPart {
  readonly text: string
  readonly href?: string
}

/** A host name without a scheme, with an optional path. */
const BARE = /^[^\s:/?#@]+\.[^\s:/?#@.]{2,}(?:[:/?#]\S*)?$/
/** No parameters: they could attach files or write the text of the message. */
const MAIL = /^[^\s@<>()[\],;:\\"?&%/]+@[^\s@<>()[\],;:\\"?&%/.]+(?:\.[^\s@<>()[\],;:\\"?&%/.]+)+$/
/**
 * Candidates for addresses within a text, to be checked like a whole value. A name before an `@` is matched only from
 * its beginning, because others send texts, and a long one must not block the window.
 */
const WITHIN = /https?:\/\/[^\s<>"'`]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi
/** Punctuation that ends a sentence rather than an address. */
const AFTER = /(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/

/** The target of a web address: http or https only, and no user before the host, which could be mistaken for a host. */
export function webAddress(text: string): string | undefined {
  const typed = text.trim()
  const address = BARE.test(typed) ? `https://${typed}` : typed
  if (/\s/.test(address) || !URL.canParse(address)) return undefined
  const { protocol, username, password, href } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : undefined
}

export function mailAddress(text: string): string | undefined {
  return MAIL.test(text.trim()) ? `mailto:${text.trim()}` : undefined
}

/** @param type the type of the slot: in a slot for an address, the whole value is a link or none */
export function linkedParts(text: string, type?: string): readonly TextPart[] {
  if (type === 'url') return [partOf(text, webAddress(text))]
  if (type === 'email') return [partOf(text, mailAddress(text))]
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(WITHIN)) {
    const address = found.replace(AFTER, '')
    const href = found.includes('://') ? webAddress(address) : mailAddress(address)
    if (href === undefined) continue
    parts.push({ text: text.slice(from, index) }, { text: address, href })
    from = index + address.length
  }
  return [...parts, { text: text.slice(from) }].filter((part) => part.text !== '')
}

function partOf(text: string, href: string | undefined): TextPart {
  return href === undefined ? { text } : { text, href }
}
