import { parentPort, workerData } from 'node:worker_threads'
import { doBackupTask } from './backup-work.ts'
import type { BackupJob } from './backup-thread.ts'

const { task, ended } = workerData as BackupJob // posted by backup-thread.ts, nobody else
doBackupTask(task, () => {
  if (Atomics.load(ended, 0) !== 0) throw new Error('the work on a backup was ended')
})
parentPort?.postMessage('done')
