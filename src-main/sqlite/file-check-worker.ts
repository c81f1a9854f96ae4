import { parentPort, workerData } from 'node:worker_threads'
import { closeDatabase, findDamage, openDatabase, readRows, rewriteUnderKey } from './database.ts'
import type { FileCheckTask } from './file-check.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/all.ts'

/** Takes about 100 ms, whatever the size of the file. */
const ROWS_AFTER_OPENING = 50_000

const task = workerData as FileCheckTask // posted only by file-check.ts
if (task.kind === 'migrate') migrateFile(task)
else parentPort?.postMessage(resultOf(task))

/** Reports progress; the exit of the thread means that the migration is complete. */
function migrateFile({ path, key }: FileCheckTask & { readonly kind: 'migrate' }): void {
  const connection = openDatabase({ path, mustExist: true, ...(key !== undefined && { key }) })
  key?.fill(0)
  try {
    migrate(connection, MIGRATIONS, (done) => parentPort?.postMessage(done))
  } finally {
    closeDatabase(connection)
  }
}

function resultOf(check: Exclude<FileCheckTask, { readonly kind: 'migrate' }>): unknown {
  switch (check.kind) {
    case 'damage':
      return damageOf(check)
    case 'part':
      return partOf(check)
    case 'rewrite':
      return rewrittenFrom(check)
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
