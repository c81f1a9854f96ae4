import { onWorkbenchEvent } from '../../session/use-workbench.ts'

/**
 * Calls `changed` when folders or their files changed, or a file of an item was stored.
 *
 * @param actor the user whose folders are watched; undefined for those of any user
 */
export function useFileChanges(actor: string | undefined, changed: () => void): void {
  onWorkbenchEvent((event) => {
    const isChange = event.type === 'folders' || (event.type === 'upload' && event.upload.state === 'done')
    if (isChange && (actor === undefined || event.user_id === actor)) changed()
  })
}
