import { z } from 'zod'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { ClockReadingStore } from '../../service/erasure-clock.ts'

/** A workspace as its `workspace.json` says it. */
export const WorkspaceRecord = z.object({
  id: z.string(),
  name: z.string(),
  protected: z.boolean(),
  demo: z.boolean(),
  created_at: z.string(),
  last_opened_at: z.string().nullable(),
  /** Any one of them opens the workspace; read with `readKeySlot`. */
  key_slots: z.array(z.unknown()),
  /** The keys of a protected workspace, as its root key opens them; missing in the first format. */
  sealed_keys: z.string().optional(),
  /** Name of its database file; another one each time it is written anew under another key. */
  database: z
    .string()
    .regex(/^vault-\d{1,9}\.db$/)
    .optional(),
})
export type WorkspaceRecord = Readonly<z.infer<typeof WorkspaceRecord>>

/** A workspace on the list: its record, or why the record cannot be read. */
export type ListedWorkspace =
  | { readonly id: string; readonly record: WorkspaceRecord }
  | { readonly id: string; readonly problem: string }

/** A workspace that was taken off the list and can be put on it again. */
export type DeletedWorkspaceEntry = ListedWorkspace & { readonly deletedAtMs: number }

/** The workspaces of a data directory. */
export interface WorkspaceStore {
  /** Their place as a person reads it. */
  readonly location: string
  /** Oldest first. */
  list(): readonly ListedWorkspace[]
  /** Writes the record in one step; with it a new workspace begins to exist. */
  save(record: WorkspaceRecord): void
  /** The same for a workspace that was opened; left out where nothing can be written. */
  noteOpened(record: WorkspaceRecord): void
  /** Removes databases of a workspace that its record does not name: of a key that ended, or that never came to be. */
  removeOtherDatabases(record: WorkspaceRecord): void
  /** Removes what was made for a workspace that never got a record. */
  discard(id: string): void
  /** Copies what a closed workspace holds for another one, which begins to exist when its record is saved. */
  copy(record: WorkspaceRecord, toId: string): Promise<void>
  /**
   * Makes a workspace of a folder that `make` makes and fills. It begins to exist in one step, when all of it is there.
   */
  adopt(record: WorkspaceRecord, make: (folder: string) => Promise<void>): Promise<void>
  /** What a workspace takes, deleted or not, in bytes. */
  byteSize(id: string): Promise<number>
  /** Takes a closed workspace off the list, in one step. */
  putAway(id: string, deletedAtMs: number): void
  /** Those taken off the list; the last one first. */
  deleted(): readonly DeletedWorkspaceEntry[]
  /** Puts one on the list again, in one step. */
  takeBack(id: string): void
  /** What the clock said at earlier starts, by which those taken off the list are erased. */
  readonly clockReadings: ClockReadingStore
  /** Removes one that was taken off the list. */
  erase(id: string): void
  /** Removes what was being made when the program ended. */
  clean(): Promise<void>
}

/** A command that names a workspace means no other one. @throws {ServiceError} `workspace_locked` */
export function requireOpen({ name: open }: Pick<WorkspaceRecord, 'name'>, wanted: string | undefined): void {
  if (wanted === undefined || wanted === open) return
  throw new ServiceError('workspace_locked', `The program has ${open} open; open ${wanted} there first.`)
}
