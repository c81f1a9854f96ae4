const MAX_URL_LENGTH = 150

/**
 * A document, or a context it names, names a context that is not registered here. Responses contain the message, so it
 * has at most 200 characters, all of them visible.
 */
export class MissingContext extends Error {
  override readonly name = 'MissingContext'
  /** The URL as shown in the message. */
  readonly url: string

  constructor(url: string) {
    const printable = printableUrl(url)
    super(`no context is registered here as ${printable}`)
    this.url = printable
  }
}

function printableUrl(url: string): string {
  const short = url.length <= MAX_URL_LENGTH ? url : url.slice(0, MAX_URL_LENGTH - 1)
  return short.replace(/\p{C}/gu, '\ufffd') + (short === url ? '' : '…')
}
