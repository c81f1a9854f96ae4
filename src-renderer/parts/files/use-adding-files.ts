import type { FilePlace } from '../../../shared/contract/workbench-files.ts'
import { t } from '../../i18n/i18n.ts'
import { showToast } from '../../ui/toasts.ts'
import { shownFileName } from './file-name.ts'
import { useUploads } from './use-uploads.ts'

/** Adds files to a place, and reports why any could not start. */
export function useAddingFiles(actor: string) {
  function add(files: readonly File[], placeOf: (file: File) => FilePlace): void {
    for (const file of files) {
      useUploads().start(actor, file, placeOf(file), (reason) => {
        const text = t('files.notStarted', { name: shownFileName(file.name), reason })
        showToast({ text, tone: 'bad', link: { name: 'files', params: { actor } } })
      })
    }
  }

  return { add }
}
