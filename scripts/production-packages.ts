import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages that are not bundled into dist/main, each with its runtime files. */
export const UNBUNDLED: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['lib/{index,binding,database,sqlite-error,util}.js', 'lib/methods/*.js', 'prebuilds/*.node'],
  'libsodium-wrappers-sumo': ['dist/modules-sumo-esm/*.mjs'],
  'libsodium-sumo': ['dist/modules-sumo-esm/*.mjs'],
}

/** The folders of the production packages in the lock file, relative to the root. */
export function productionFolders(root: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean }>>
  }
  return Object.entries(packages)
    .filter(([folder, { dev, optional }]) => folder !== '' && dev !== true && optional !== true)
    .map(([folder]) => folder)
}
