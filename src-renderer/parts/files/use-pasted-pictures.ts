import { useEventListener } from '@vueuse/core'
import { useSide } from '../../frame/side.ts'
import { d, t } from '../../i18n/i18n.ts'
import { filesOf } from './dropped-files.ts'

const FIELDS = 'input, textarea, select, [contenteditable]'

/**
 * Handles pasted images: not those for a field, none while a dialog is open, and with two sides on the one touched
 * last.
 *
 * @param mayTake whether the place can get a file now
 */
export function usePastedPictures(mayTake: () => boolean, take: (pictures: File[]) => void): void {
  const side = useSide()
  /** Names it by the time of pasting. */
  const nameOf = ({ lastModified }: File): string =>
    t('files.pasted', { date: d(new Date(lastModified), 'moment').replaceAll(':', '.') })

  useEventListener(document, 'paste', (event) => {
    // An editor that is a document of its own within the page is seen by the path alone.
    const isInField = event.composedPath().some((one) => one instanceof Element && one.matches(FIELDS))
    const isCovered = document.querySelector('[role=dialog], [role=alertdialog]') !== null
    if (!mayTake() || isInField || isCovered || side?.isActive() === false) return
    const pictures = filesOf(event.clipboardData).filter(({ type }) => type.startsWith('image/'))
    if (pictures.length === 0) return
    event.preventDefault()
    take(pictures.map((picture) => new File([picture], nameOf(picture), { type: picture.type })))
  })
}
