import { parentPort, workerData } from 'node:worker_threads'
import { doBackupTask } from './backup-work.ts'
import type { BackupTask } from './backup-work.ts'

doBackupTask(workerData as BackupTask) // posted by backup-thread.ts, nobody else
parentPort?.postMessage('done')
