import { parentPort, workerData } from 'node:worker_threads'
import { closeDatabase, findDamage, openDatabase, readRows, rewriteUnderKey } from './database.ts'
import type { FileCheckTask } from './file-check.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/all.ts'

/** About 100 ms, however large the file is. */
const ROWS_AFTER_OPENING = 50_000

const task = workerData as FileCheckTask // posted by file-check.ts, nobody else
if (task.kind === 'migrate') bringUpToDate(task)
else parentPort?.postMessage(resultOf(task))

/** Reports progress; the end of the thread means that it is done. */
function bringUpToDate({ path, key }: FileCheckTask & { readonly kind: 'migrate' }): void {
  const connection = openDatabase({ path, mustExist: true, ...(key !== undefined && { key }) })
  key?.fill(0)
  try {
    migrate(connection, MIGRATIONS, (done) => parentPort?.postMessage(done))
  } finally {
    closeDatabase(connection)
  }
}

function resultOf(given: Exclude<FileCheckTask, { readonly kind: 'migrate' }>): unknown {
  switch (given.kind) {
    case 'damage':
      return damageOf(given)
    case 'part':
      return partOf(given)
    case 'rewrite':
      return rewrittenFrom(given)
  }
}

function damageOf({ path, key }: FileCheckTask & { readonly kind: 'damage' }): readonly string[] {
  try {
    return findDamage({ path, ...(key !== undefined && { key }) })
  } finally {
    key?.fill(0)
  }
}

function partOf({ path, key, from }: FileCheckTask & { readonly kind: 'part' }): ReturnType<typeof readRows> {
  try {
    return readRows({ path, key }, from, ROWS_AFTER_OPENING)
  } finally {
    key.fill(0)
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
