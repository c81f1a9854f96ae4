export type StorageErrorCode =
  | 'wrong_key'
  | 'damaged'
  | 'not_writable'
  | 'disk_full'
  | 'settings_refused'
  | 'newer_version'
  | 'unreleased_version'
  | 'directory_in_use'
  | 'directory_not_usable'
  | 'moved'

/** The reason why files cannot be used. The message names the file and the cause. */
export class StorageError extends Error {
  readonly code: StorageErrorCode

  constructor(code: StorageErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StorageError'
    this.code = code
  }
}
