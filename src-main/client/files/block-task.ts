import type { CryptoErrorCode } from '../../crypto/crypto-error.ts'
import type { BlockSeal, FileBlock } from '../../crypto/files/block-cipher.ts'
import type { AttachmentKey } from '../../crypto/keys.ts'
import type { Message } from '../../../shared/phrase.ts'

/** Memory that is transferred with a task, and returned with its result. */
export interface BlockMemory {
  readonly memory: Uint8Array<ArrayBuffer>
  /** The number of bytes in use, from the start. */
  readonly bytes: number
}

/** A task of a crypto thread, posted only by block-threads.ts. The thread wipes its keys afterwards. */
export type BlockTask = SealTask | CompareTask | OpenTask | OpenWholeTask

/** Seals a block of a file; one that was sealed before only if its content is unchanged. */
export interface SealTask extends BlockMemory {
  readonly kind: 'seal'
  readonly block: FileBlock
  readonly digestKey: Uint8Array
  /** The digest of its earlier content; undefined if the block was never sealed. */
  readonly expected?: string | undefined
}

/** Checks whether a block still has the content that was sealed. */
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

/** Opens a file that was stored in one piece in the published format. */
export interface OpenWholeTask extends BlockMemory {
  readonly kind: 'open-whole'
  readonly key: AttachmentKey
}

/** The outcome, and the memory with the resulting bytes. */
export type BlockOutcome = BlockMemory & {
  readonly digest?: string
  readonly seal?: BlockSeal | undefined
  readonly state?: Uint8Array<ArrayBuffer> | undefined
  /** The content differs from the earlier one, and nothing was sealed. */
  readonly isChanged?: boolean
  readonly fault?: { readonly code: CryptoErrorCode; readonly message: Message }
}
