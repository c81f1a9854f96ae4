// Proves docs/contract/workbench.md, Commands.

import { matchesGlob } from 'node:path'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { productionFolders, UNBUNDLED } from './production-packages.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { files } = parse(readFileSync(`${ROOT}electron-builder.yml`, 'utf8')) as { readonly files: readonly string[] }

describe('the packaged application', () => {
  it('ships in node_modules only what is not inside of dist/main', () => {
    const leftOut = files.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
    const shipped = productionFolders(ROOT).filter(
      (folder) => !leftOut.some((pattern) => matchesGlob(`${folder}/package.json`, pattern)),
    )

    expect(shipped.map((folder) => folder.replace('node_modules/', '')).sort()).toEqual(Object.keys(UNBUNDLED).sort())
  })
})
