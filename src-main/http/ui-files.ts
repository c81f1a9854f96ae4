import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { isMissing } from '../../shared/coded-error.ts'
import type { HttpReply } from './http-reply.ts'
import { UI_HEADERS } from './security-headers.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const PAGES = { '/': '/index.html', '/docs': '/docs.html', '/docs/': '/docs.html' }

/**
 * Serves the files of the built window; `/` is the window and `/docs` the API reference. A path is only looked up among
 * the files found at the first request, so it cannot name a file outside the directory.
 *
 * @param directory the built window; if it does not exist, there are no files
 */
export function createUiResponder(directory: string): (path: string) => HttpReply | undefined {
  let listed: ReadonlyMap<string, string> | undefined

  return (path) => {
    listed ??= filesByAddress(directory) // on demand, to keep the start fast
    const file = listed.get(path)
    if (file === undefined) return undefined
    const type = CONTENT_TYPES[extname(file)] ?? 'application/octet-stream'
    return { status: 200, headers: { ...UI_HEADERS, 'Content-Type': type }, body: readFileSync(file) }
  }
}

function filesByAddress(directory: string): ReadonlyMap<string, string> {
  const files = new Map(filesIn(directory).map((file) => [`/${relative(directory, file).split(sep).join('/')}`, file]))
  for (const [address, page] of Object.entries(PAGES)) {
    const file = files.get(page)
    if (file !== undefined) files.set(address, file)
  }
  return files
}

function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch (fault) {
    if (isMissing(fault)) return []
    throw fault
  }
}
