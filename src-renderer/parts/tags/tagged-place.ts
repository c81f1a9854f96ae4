import { linkTo } from '../../frame/places.ts'

/** The list of the items that have this node themselves. */
export const taggedPlace = (actor: string, nodeId: string) => linkTo('items', { actor }, { tag: nodeId })
