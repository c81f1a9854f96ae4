import { MAX_SINGLE_PART_BYTES } from '../../../shared/contract/attachments.ts'
import type { Attachment } from '../../../shared/contract/files.ts'
import type { FileKey } from '../../crypto/files/attachment-key.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { wipe } from '../../crypto/keys.ts'
import type { OpenedFile } from './open-file.ts'
import type { FileTools } from './upload-file.ts'

/**
 * Opens a file that was stored in one piece, as published clients did before they used blocks
 * (docs/contract/client-crypto.md, Files: in one piece). The content stays in memory until the file is closed. Wipes
 * the key.
 *
 * @throws {CallError} refusals of the store
 * @throws {CryptoError} `cannot_open`, `malformed_envelope`; `key_invalid` for a key of our format, which never seals
 *   such a file
 */
export async function openWholeFile(
  { store, threads }: FileTools,
  { id, filename, content_type, url }: Attachment,
  { family, key }: FileKey,
): Promise<OpenedFile> {
  const content = await wholeContent()
  return {
    size: content.length,
    format: 'published',
    canSeek: true,
    names: { filename, content_type },
    async read(sink, { range = { start: 0, end: content.length }, signal, onProgress } = {}) {
      const isWithin = range.start >= 0 && range.start <= range.end && range.end <= content.length
      if (!isWithin) throw new RangeError('the range to read is not within the file')
      signal?.throwIfAborted()
      const part = content.subarray(range.start, range.end)
      if (part.length > 0) await sink(part, range.start)
      onProgress?.(part.length, part.length)
    },
    close: () => wipe(content),
  }

  async function wholeContent(): Promise<Uint8Array> {
    try {
      if (family !== 'published') {
        throw new CryptoError('key_invalid', 'this file was stored in one piece, but its key is for a file in blocks')
      }
      const memory = await store.readWhole(url, MAX_SINGLE_PART_BYTES)
      const opened = await threads.run({ kind: 'open-whole', memory, bytes: memory.length, key }, id)
      return opened.memory.subarray(0, opened.bytes)
    } finally {
      wipe(key)
    }
  }
}
