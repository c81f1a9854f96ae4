import { ServiceError } from './contract/errors.ts'
import { readJson } from './strict-json.ts'

/** What is wrong with a text file, as the rest of a sentence after its name: "it is UTF-32: save it as UTF-8". */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** UTF-32 comes first, because its byte order mark begins like that of UTF-16. */
const MARKS = [
  { encoding: 'utf-32', mark: [0xff, 0xfe, 0, 0] },
  { encoding: 'utf-32', mark: [0, 0, 0xfe, 0xff] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
] as const

/**
 * The text of a file that an editor or a shell wrote: UTF-8, with or without a byte order mark, or UTF-16 with one, which
 * PowerShell 5 writes. The mark is no part of the text (RFC 8259, 8.1); line ends are as they were.
 *
 * @throws {UnreadableFile} which names the encoding
 */
export function textOfFile(bytes: Uint8Array): string {
  const { encoding, mark } = MARKS.find((one) => one.mark.every((byte, index) => bytes[index] === byte)) ?? NO_MARK
  if (encoding === 'utf-32') throw new UnreadableFile('it is UTF-32: save it as UTF-8')
  const content = bytes.subarray(mark.length)
  if (encoding === 'utf-8' && content.includes(0)) {
    throw new UnreadableFile('it is UTF-16 without a byte order mark, or no text: save it as UTF-8')
  }
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content)
  } catch (cause) {
    const name = encoding.toUpperCase().replace('UTF-16', 'UTF-16 ')
    const what =
      mark.length === 0 ? 'is in another encoding than UTF-8' : `begins as ${name} and does not go on as such`
    throw new UnreadableFile(`it ${what}: save it as UTF-8`, { cause })
  }
}

const NO_MARK = { encoding: 'utf-8', mark: [] } as const

/**
 * Reads a JSON file as strictly as a body, see {@link readJson}.
 *
 * @throws {UnreadableFile} which says where it breaks, or which rule
 */
export function jsonOfFile(bytes: Uint8Array): unknown {
  const text = textOfFile(bytes)
  try {
    return readJson(new TextEncoder().encode(text))
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause
    throw new UnreadableFile(cause.message.replace(/^The body/, 'it').replace(/\.$/, ''), { cause })
  }
}
