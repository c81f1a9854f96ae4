import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages that the builds leave out, with the files of each that run; every other one is inside dist/main. */
export const UNBUNDLED: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['lib/{index,binding,database,sqlite-error,util}.js', 'lib/methods/*.js', 'prebuilds/*.node'],
  'libsodium-wrappers-sumo': ['dist/modules-sumo-esm/*.mjs'],
  'libsodium-sumo': ['dist/modules-sumo-esm/*.mjs'],
}

/** Packages that the program itself is made of, as the lock file names them: their folders, from the root on. */
export function productionFolders(root: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean }>>
  }
  return Object.entries(packages)
    .filter(([folder, { dev, optional }]) => folder !== '' && dev !== true && optional !== true)
    .map(([folder]) => folder)
}
