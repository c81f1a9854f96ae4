import type { PlaceParams } from '../../frame/places.ts'
import { linkTo } from '../../frame/places.ts'

export type FilesTab = NonNullable<PlaceParams<'files'>['tab']>

/** The page with the files of an actor: those of items by their slot, or the folders; without id, the list alone. */
export const filesPlace = (actor: string, tab: FilesTab, id?: string) =>
  linkTo('files', { actor, tab: tab === 'items' && id === undefined ? undefined : tab, id })
