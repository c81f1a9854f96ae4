import { useI18n } from 'vue-i18n'
import type { FilePlace } from '../../../shared/contract/workbench-files.ts'
import { useToasts } from '../../ui/toasts.ts'
import { shownFileName } from './file-name.ts'
import { useUploads } from './use-uploads.ts'

/** Adds files to a place, and says of each that could not begin why. */
export function useAddingFiles(actor: string) {
  const { t } = useI18n()
  const toasts = useToasts()

  function add(files: readonly File[], placeOf: (file: File) => FilePlace): void {
    for (const file of files) {
      useUploads().start(actor, file, placeOf(file), (reason) => {
        const text = t('files.notStarted', { name: shownFileName(file.name), reason })
        toasts.show({ text, tone: 'bad', link: { name: 'files', params: { actor } } })
      })
    }
  }

  return { add }
}
