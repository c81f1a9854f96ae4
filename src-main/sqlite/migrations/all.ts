import type { Migration } from '../migrate.ts'
import { baseline } from './0240-baseline.ts'
import { files } from './0250-files.ts'

/** All steps in order. Steps that were released are frozen. */
export const MIGRATIONS: readonly Migration[] = [baseline, files]
