import { linkTo } from '../../frame/places.ts'

/** The address of the list of items that have this node directly. */
export const taggedPlace = (actor: string, nodeId: string) => linkTo('items', { actor }, { tag: nodeId })
