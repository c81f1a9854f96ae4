import type { Migration } from '../migrate.ts'
import { accounts } from './0010-accounts.ts'
import { events } from './0030-events.ts'

/** All steps in order. Steps that were released are frozen. */
export const MIGRATIONS: readonly Migration[] = [accounts, events]
