/** In the place of an id: the item that is being made. */
export const NEW_ITEM = 'new'

/** Where an item of an actor is shown; without id, the list alone. */
export function itemPlace(actor: string, id?: string, mode?: 'edit') {
  return { name: 'items', params: { actor, id: id ?? null, mode: mode ?? null } }
}

/**
 * Where an item is made: from the template of this name, or from one that is asked for. `template` in the address is
 * a filter of the list beside it.
 */
export function newItemPlace(actor: string, template?: string) {
  return { name: 'items', params: { actor, id: NEW_ITEM, mode: null }, query: { from: template } }
}
