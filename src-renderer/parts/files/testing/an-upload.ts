import type { Upload } from '../../../../shared/contract/workbench-files.ts'

export const UPLOAD_PLACE = { kind: 'item', item_id: 'i1' } as const

/** A running upload of ten bytes. */
export function anUpload(changes: Partial<Upload> = {}): Upload {
  return {
    id: 'u1',
    filename: 'a.bin',
    content_type: 'application/octet-stream',
    size: 10,
    done_bytes: 0,
    state: 'running',
    place: UPLOAD_PLACE,
    created_at: '2026-11-01T08:00:00.000Z',
    problem: null,
    item_id: null,
    slot_id: null,
    ...changes,
  }
}
