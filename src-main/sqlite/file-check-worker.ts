import { parentPort, workerData } from 'node:worker_threads'
import { findDamage, rewriteUnderKey } from './database.ts'
import type { FileCheckTask } from './file-check.ts'
import { findChangedPages, pageDigests } from './page-digests.ts'

const task = workerData as FileCheckTask // posted by file-check.ts, nobody else
parentPort?.postMessage(resultOf(task))

function resultOf(given: FileCheckTask): readonly string[] | Uint8Array {
  switch (given.kind) {
    case 'damage':
      return damageOf(given)
    case 'rewrite':
      return rewrittenFrom(given)
    case 'digest':
      return pageDigests(given.path)
    case 'compare':
      return findChangedPages(given.path, given.expected)
  }
}

function damageOf({ path, key }: FileCheckTask & { readonly kind: 'damage' }): readonly string[] {
  try {
    return findDamage({ path, ...(key !== undefined && { key }) })
  } finally {
    key?.fill(0)
  }
}

function rewrittenFrom({
  path,
  key,
  newPath,
  newKey,
}: FileCheckTask & { readonly kind: 'rewrite' }): readonly string[] {
  try {
    return rewriteUnderKey({ path, key }, { path: newPath, key: newKey })
  } finally {
    key.fill(0)
    newKey.fill(0)
  }
}
