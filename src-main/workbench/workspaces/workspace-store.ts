import { z } from 'zod'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { ClockReadingStore } from '../../service/erasure-clock.ts'

/** The contents of `workspace.json`. */
export const WorkspaceRecord = z.object({
  id: z.string(),
  name: z.string(),
  protected: z.boolean(),
  demo: z.boolean(),
  created_at: z.string(),
  last_opened_at: z.string().nullable(),
  /** The key slots, each of which opens the workspace; read with `readKeySlot`. */
  key_slots: z.array(z.unknown()),
  /** The keys of a protected workspace, as its root key opens them; missing in the first format. */
  sealed_keys: z.string().optional(),
  /** The name of its database file, which changes each time the key is renewed. */
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
  /** Their location, for people. */
  readonly location: string
  /** Oldest first. */
  list(): readonly ListedWorkspace[]
  /** Writes the record in one step; with it a new workspace begins to exist. */
  save(record: WorkspaceRecord): void
  /** Records that a workspace was opened, if the disk can be written. */
  noteOpened(record: WorkspaceRecord): void
  /**
   * Removes databases of a workspace that its record does not refer to: under an old key, or a key that never took
   * effect.
   */
  removeOtherDatabases(record: WorkspaceRecord): Promise<void>
  /** Removes the files of a workspace that never got a record. */
  discard(id: string): Promise<void>
  /** Copies the data of a closed workspace for another one, which exists once its record is saved. */
  copy(record: WorkspaceRecord, toId: string): Promise<void>
  /** Makes a workspace from a folder that `make` creates and fills. It appears in one step, when it is complete. */
  adopt(record: WorkspaceRecord, make: (folder: string) => Promise<void>): Promise<void>
  /** The size of a workspace, deleted or not, in bytes. */
  byteSize(id: string): Promise<number>
  /** Takes a closed workspace off the list, in one step. */
  putAway(id: string, deletedAtMs: number): void
  /** The deleted workspaces, last deleted first. */
  deleted(): readonly DeletedWorkspaceEntry[]
  /** Puts one on the list again, in one step. */
  takeBack(id: string): void
  /** Clock readings of earlier starts, by which deleted workspaces are erased. */
  readonly clockReadings: ClockReadingStore
  /** Removes one that was taken off the list; it cannot be taken back from the moment of the call. */
  erase(id: string): Promise<void>
  /** Removes what an earlier run left half made or half removed. */
  clean(): Promise<void>
}

/** Requires the workspace of a command to be the open one. @throws {ServiceError} `workspace_locked` */
export function requireOpen({ name: open }: Pick<WorkspaceRecord, 'name'>, wanted: string | undefined): void {
  if (wanted === undefined || wanted === open) return
  throw new ServiceError('workspace_locked', `The program has ${open} open; open ${wanted} there first.`)
}
