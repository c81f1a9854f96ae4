import type { CryptoErrorCode } from '../../crypto/crypto-error.ts'
import type { BlockSeal, FileBlock } from '../../crypto/files/block-cipher.ts'
import type { AttachmentKey } from '../../crypto/keys.ts'
import type { Message } from '../../../shared/phrase.ts'

/** Bytes in memory that is handed over with a task, and comes back with its result. */
export interface BlockMemory {
  readonly memory: Uint8Array<ArrayBuffer>
  /** The number of bytes from its start on. */
  readonly bytes: number
}

/** A task of a crypto thread, posted only by block-threads.ts. The thread wipes the keys when it is done. */
export type BlockTask = SealTask | CompareTask | OpenTask | OpenWholeTask

/** Seals a block of a file; one that was made before only if its content is the same as then. */
export interface SealTask extends BlockMemory {
  readonly kind: 'seal'
  readonly block: FileBlock
  readonly digestKey: Uint8Array
  /** The digest of the content it had before; undefined where the block was never made. */
  readonly expected?: string | undefined
}

/** Whether a block still has the content it had when it was made. */
export interface CompareTask extends BlockMemory {
  readonly kind: 'compare'
  readonly digestKey: Uint8Array
  readonly expected: string
}

export interface OpenTask extends BlockMemory {
  readonly kind: 'open'
  readonly block: FileBlock
  readonly seal?: BlockSeal | undefined
  readonly state?: Uint8Array | undefined
}

/** Opens a file that was stored in one piece, as a text in the published format. */
export interface OpenWholeTask extends BlockMemory {
  readonly kind: 'open-whole'
  readonly key: AttachmentKey
}

/** The outcome, with the memory that holds the rest of the result. */
export type BlockOutcome = BlockMemory & {
  readonly digest?: string
  readonly seal?: BlockSeal | undefined
  readonly state?: Uint8Array<ArrayBuffer> | undefined
  /** The content is another one than before; nothing was sealed. */
  readonly isChanged?: boolean
  readonly fault?: { readonly code: CryptoErrorCode; readonly message: Message }
}
