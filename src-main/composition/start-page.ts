import { chmodSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from '../sqlite/data-directory.ts'
import { StorageError } from '../sqlite/storage-error.ts'

/** A page on disk that redirects a browser to the window. */
export type StartPage = ReturnType<typeof writeStartPage>

/**
 * Writes a page that redirects a browser to an address with a secret in its fragment. Every user of the machine can see
 * a command line; a file of mode 0600 in a directory of mode 0700 can be read by its owner alone. A page of an earlier
 * start is replaced.
 *
 * @param path the page; its directory is created if necessary and closed to others
 * @param address an address of this program, without characters that HTML would need escaped
 * @throws {StorageError} `directory_not_usable` if the directory cannot be made private, or belongs to somebody else
 */
export function writeStartPage(path: string, address: string) {
  const directory = dirname(path)
  try {
    makePrivate(directory)
    rmSync(path, { force: true })
    // The flag "x" refuses to write to another user's file or link.
    writeFileSync(path, pageTo(address), { mode: PRIVATE_FILE, flag: 'wx' })
  } catch (fault) {
    const cause = fault instanceof Error ? fault.message : String(fault)
    throw new StorageError('directory_not_usable', `${directory} cannot be used for the start page: ${cause}`, fault)
  }
  return {
    /** Does nothing if the page is already gone. */
    remove() {
      rmSync(path, { force: true })
    },
  }
}

function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY })
  const found = lstatSync(directory)
  if (!found.isDirectory()) throw new Error('it is a link, or no directory')
  if (process.getuid !== undefined && found.uid !== process.getuid()) throw new Error('it belongs to another user')
  chmodSync(directory, PRIVATE_DIRECTORY)
}

function pageTo(address: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Vaultbench</title>
</head>
</html>
`
}
