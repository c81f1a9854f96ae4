import { linkTo } from '../../frame/places.ts'

/** Replaces the id in the address of a new item. */
export const NEW_ITEM = 'new'

/** The page of an item of an actor; without id, the list alone. */
export const itemPlace = (actor: string, id?: string, mode?: 'edit') => linkTo('items', { actor, id, mode })

/**
 * The page for a new item, with the template of this name, or with a choice of templates. The parameter is not called
 * `template`, which is a filter of the list beside it.
 */
export const newItemPlace = (actor: string, template?: string) =>
  linkTo('items', { actor, id: NEW_ITEM }, { from: template })
