import { onScopeDispose, ref } from 'vue'
import { failureOf } from '../../api/refusal.ts'
import { t } from '../../i18n/i18n.ts'
import { showToast } from '../../ui/toasts.ts'
import { shownFileName } from './file-name.ts'
import { saveStoredFile, TooLargeToSave } from './save-stored-file.ts'
import type { StoredFile } from './stored-file.ts'

/** Saves one file at a time, with progress and cancel; ends with its screen. */
export function useFileSaving() {
  /** The number of saved bytes; undefined while nothing is being saved. */
  const saved = ref<number>()
  let stop = new AbortController()

  async function save(file: StoredFile): Promise<void> {
    if (saved.value !== undefined) return
    stop = new AbortController()
    saved.value = 0
    const name = shownFileName(file.facts.filename)
    try {
      const done = await saveStoredFile(file, stop.signal, (bytes) => (saved.value = bytes))
      if (done) showToast({ text: t('files.saved', { name }), link: null })
    } catch (error) {
      if (!stop.signal.aborted) showToast({ text: reasonOf(error), tone: 'bad', link: null })
    } finally {
      saved.value = undefined
    }
  }

  function reasonOf(error: unknown): string {
    if (error instanceof TooLargeToSave) return t('files.saveTooLarge')
    // The browser's message about a failure of the disk.
    return error instanceof DOMException ? error.message : failureOf(error).message
  }

  const cancel = (): void => stop.abort()
  onScopeDispose(cancel)

  return { saved, save, cancel }
}
