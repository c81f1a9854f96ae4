/*
 * The name and type of a file, sealed to hide them from the service: `pdv1.xc.am` over JSON { "filename", "content_type" },
 * under a sub-key of the file, bound to [key of the blob]. The uploader may have stated a wrong type.
 */
import { openBound, sealBound } from '../bound-aead.ts'
import { CryptoError } from '../crypto-error.ts'
import type { AttachmentKey } from '../keys.ts'
import { wipe } from '../keys.ts'
import { randomBytes } from '../random.ts'
import { attachmentSubKeyFor } from './attachment-key.ts'
import type { SealedNames } from './file-artefacts.ts'

export interface FileNames {
  readonly filename: string
  readonly content_type: string
}

/** What the service gets instead. */
export const HIDDEN_NAMES: FileNames = { filename: 'attachment.bin', content_type: 'application/octet-stream' }

const CONTEXT = 'am'

export function sealFileNames(key: AttachmentKey, blobKey: string, { filename, content_type }: FileNames): SealedNames {
  const subKey = attachmentSubKeyFor(key, 'names')
  const content = Buffer.from(JSON.stringify({ filename, content_type }))
  try {
    return { meta: sealBound({ key: subKey, ctx: CONTEXT, bound: [blobKey] }, content, randomBytes), blobKey }
  } finally {
    wipe(subKey, content)
  }
}

/** @throws {CryptoError} `cannot_open`, `wrong_key`, `malformed_envelope`, `unsupported_version` */
export function openFileNames(key: AttachmentKey, { meta, blobKey }: SealedNames): FileNames {
  const subKey = attachmentSubKeyFor(key, 'names')
  try {
    return readNames(openBound({ key: subKey, ctx: CONTEXT, bound: [blobKey] }, meta))
  } finally {
    wipe(subKey)
  }
}

function readNames(content: Uint8Array): FileNames {
  try {
    const names: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
    if (isNames(names)) return { filename: names.filename, content_type: names.content_type }
  } catch (cause) {
    throw notNames(cause)
  }
  throw notNames()
}

function isNames(value: unknown): value is FileNames {
  const { filename, content_type } = (value ?? {}) as Partial<Record<keyof FileNames, unknown>> // checked below
  return typeof filename === 'string' && typeof content_type === 'string'
}

function notNames(cause?: unknown): CryptoError {
  return new CryptoError('cannot_open', 'what was sealed as the name of the file is none', { cause })
}
