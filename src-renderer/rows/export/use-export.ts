import { computed, ref } from 'vue'
import { useRoute } from 'vue-router'
import { failureOf } from '../../api/refusal.ts'
import { text } from '../../i18n/i18n.ts'
import { useNowEachHalfMinute } from '../../ui/shared-now.ts'
import { showToast } from '../../ui/toasts.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { ExportFormat, RecordShape } from './records-file.ts'
import { EXPORT_TYPES, exportFileName, recordsText } from './records-file.ts'

export interface ExportOptions<Entry> {
  /** Words of the file's name. */
  readonly name: () => readonly string[]
  /** All rows that match the filter; undefined when it was cancelled, or failed with a message. */
  readonly read: (progress: {
    readonly onRead: (count: number) => void
    readonly isCancelled: () => boolean
  }) => Promise<readonly Entry[] | undefined>
  readonly shape: RecordShape<Entry>
}

export type Export = ReturnType<typeof useExport>

/** Writes a whole list to a file, including rows not read yet. One export at a time. */
export function useExport<Entry>({ name, read, shape }: ExportOptions<Entry>) {
  const route = useRoute()
  const now = useNowEachHalfMinute()
  const running = ref(false)
  const count = ref(0)
  let cancelled = false

  async function start(format: ExportFormat): Promise<void> {
    if (running.value) return
    running.value = true
    count.value = 0
    cancelled = false
    // The address of the list as it is shown when the export begins.
    const link = route.fullPath
    try {
      const entries = await read({
        onRead: (soFar) => (count.value = soFar),
        isCancelled: () => cancelled,
      })
      if (entries !== undefined && !wasCancelled()) save(format, entries, link)
    } catch (error) {
      showToast({ text: text('parts.export.failed', { reason: failureOf(error).message }), tone: 'bad', link })
    } finally {
      running.value = false
    }
  }

  function wasCancelled(): boolean {
    return cancelled
  }

  function save(format: ExportFormat, entries: readonly Entry[], link: string): void {
    const file = exportFileName(name(), now.value, format)
    saveFile(file, EXPORT_TYPES[format], recordsText(format, entries, shape))
    const columns = shape.columns.join(', ')
    const done = text('parts.export.done', { count: entries.length, name: file, columns })
    showToast({ text: done, tone: 'ok', link })
  }

  function cancel(): void {
    cancelled = true
  }

  return { running: computed(() => running.value), count: computed(() => count.value), start, cancel }
}
