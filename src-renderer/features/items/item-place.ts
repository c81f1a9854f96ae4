import type { RouteLocationRaw } from 'vue-router'

/** In the place of an id: the item that is being made. */
export const NEW_ITEM = 'new'

/** Where an item of an actor is shown; without id, the list alone. */
export function itemPlace(actor: string, id?: string, mode?: 'edit'): RouteLocationRaw {
  return { name: 'items', params: { actor, id: id ?? null, mode: mode ?? null } }
}
