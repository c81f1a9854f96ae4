import { readFileSync } from 'node:fs'
import { UnreadableFile } from '../../shared/file-text.ts'
import { CouldNotRun } from './command.ts'

/**
 * What a file says that the command line names.
 *
 * @param read throws {@link UnreadableFile} for what it cannot take
 * @throws {CouldNotRun} which names the file and what is wrong with it
 */
export function readNamedFile<Content>(path: string, read: (bytes: Uint8Array) => Content): Content {
  try {
    return read(readFileSync(path))
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw new CouldNotRun(`${path}: ${cause.message}`, { cause })
    throw new CouldNotRun(`${path} cannot be read: ${cause instanceof Error ? cause.message : ''}`, { cause })
  }
}
