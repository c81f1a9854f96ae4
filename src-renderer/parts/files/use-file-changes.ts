import { onWorkbenchEvent } from '../../session/use-workbench.ts'

/**
 * Tells that folders, or what is in them, changed, or that a file of an item was stored.
 *
 * @param actor whose they are; undefined: anybody's, for a folder that is somebody else's
 */
export function useFileChanges(actor: string | undefined, changed: () => void): void {
  onWorkbenchEvent((event) => {
    const isChange = event.type === 'folders' || (event.type === 'upload' && event.upload.state === 'done')
    if (isChange && (actor === undefined || event.user_id === actor)) changed()
  })
}
