import { CryptoError } from '../../crypto/crypto-error.ts'
import { openBlock, sealBlock } from '../../crypto/files/block-cipher.ts'
import { contentDigest } from '../../crypto/files/content-digest.ts'
import { dataEncryptionKey, inOwnMemory, wipe } from '../../crypto/keys.ts'
import { openAesGcmInPlace } from '../../crypto/published/aes-gcm.ts'
import type { BlockOutcome, BlockTask } from './block-task.ts'
import { asPhrase } from '../../../shared/phrase.ts'

/** Performs a task and wipes its keys. A block that cannot be opened is an outcome; any other fault is thrown. */
export function doBlockTask(task: BlockTask): BlockOutcome {
  const { memory, bytes } = task
  try {
    return { memory, ...resultOf(task, memory.subarray(0, bytes)) }
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error
    return { memory, bytes: 0, fault: { code: error.code, message: asPhrase(error) } }
  } finally {
    if ('block' in task) wipe(task.block.cipher.key)
    if ('key' in task) wipe(task.key)
    if ('digestKey' in task) wipe(task.digestKey)
    if ('state' in task && task.state !== undefined) wipe(task.state)
  }
}

function resultOf(task: BlockTask, content: Uint8Array): Omit<BlockOutcome, 'memory'> {
  switch (task.kind) {
    case 'compare':
      return { bytes: content.length, isChanged: contentDigest(task.digestKey, content) !== task.expected }
    case 'seal': {
      const digest = contentDigest(task.digestKey, content)
      if (task.expected !== undefined && task.expected !== digest) return { bytes: 0, isChanged: true }
      const { bytes, seal } = sealBlock(task.block, content, { into: task.memory })
      return { bytes: bytes.length, digest, seal }
    }
    case 'open': {
      const { bytes, state } = openBlock(task.block, content, { ...task, into: task.memory })
      return { bytes: bytes.length, ...(state !== undefined && { state: inOwnMemory(state) }) }
    }
    case 'open-whole':
      return { bytes: openAesGcmInPlace(dataEncryptionKey(task.key), content).length }
  }
}
