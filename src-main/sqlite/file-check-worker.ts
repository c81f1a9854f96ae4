import { parentPort, workerData } from 'node:worker_threads'
import { findDamage } from './database.ts'
import type { FileCheckTask } from './file-check.ts'

const { path, key } = workerData as FileCheckTask // posted by file-check.ts, nobody else
const damage = findDamage({ path, ...(key !== undefined && { key }) })
key?.fill(0)
parentPort?.postMessage(damage)
