import type { UploadJournal } from '../../../src-main/client/files/upload-record.ts'

/** The journal of an upload as what would be on the disk. */
export interface MemoryJournal extends UploadJournal {
  lines: string[]
}

export function memoryJournal(lines: readonly string[] = []): MemoryJournal {
  const journal: MemoryJournal = {
    lines: [...lines],
    read: () => Promise.resolve([...journal.lines]),
    begin(begun) {
      journal.lines = [...begun]
      return Promise.resolve()
    },
    add(line) {
      journal.lines.push(line)
      return Promise.resolve()
    },
    note: (line) => void journal.lines.push(line),
    remove() {
      journal.lines = []
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  }
  return journal
}
