import { t } from '../../i18n/i18n.ts'
import { showToast } from '../../ui/toasts.ts'
import { shownFileName } from './file-name.ts'

/** Whether a drag has files; which ones is known when they are dropped. */
export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}

/** The dropped or pasted files, without folders, which have no bytes. */
export function filesOf(data: DataTransfer | null): File[] {
  return itemsOf(data).flatMap((item) => {
    const file = item.kind === 'file' && !isFolder(item) ? item.getAsFile() : null
    return file === null ? [] : [file]
  })
}

/** Takes dropped files, and reports each folder as refused. */
export function useDropped() {
  return function filesDropped({ dataTransfer }: DragEvent): File[] {
    const [first, ...more] = itemsOf(dataTransfer).filter(isFolder)
    if (first !== undefined) {
      const name = shownFileName(first.webkitGetAsEntry()?.name ?? '')
      showToast({ text: t('files.folderDropped', { name }, more.length + 1), tone: 'warn', link: null })
    }
    return filesOf(dataTransfer)
  }
}

const itemsOf = (data: DataTransfer | null): readonly DataTransferItem[] => [...(data?.items ?? [])]

const isFolder = (item: DataTransferItem): boolean => item.webkitGetAsEntry()?.isDirectory === true
