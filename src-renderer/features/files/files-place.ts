import type { RouteLocationRaw } from 'vue-router'

export type FilesTab = 'items' | 'folders'

/** Where the files of an actor are shown: those of items by their slot, or the folders; without id, the list alone. */
export function filesPlace(actor: string, tab: FilesTab, id?: string): RouteLocationRaw {
  return {
    name: 'files',
    params: { actor, tab: tab === 'items' && id === undefined ? null : tab, id: id ?? null },
  }
}
