const MAX_NAMED_LENGTH = 150

/**
 * A document, or a context it names, names a context that is not registered here. The message says which; it stands in
 * answers, so what cannot be seen is replaced in it and what is long is cut: it has at most 200 characters.
 */
export class MissingContext extends Error {
  override readonly name = 'MissingContext'
  /** The URL as shown in the message. */
  readonly url: string

  /** @param url as somebody wrote it */
  constructor(url: string) {
    const named = shownUrl(url)
    super(`no context is registered here as ${named}`)
    this.url = named
  }
}

function shownUrl(url: string): string {
  const short = url.length <= MAX_NAMED_LENGTH ? url : url.slice(0, MAX_NAMED_LENGTH - 1)
  return short.replace(/\p{C}/gu, '\ufffd') + (short === url ? '' : '…')
}
