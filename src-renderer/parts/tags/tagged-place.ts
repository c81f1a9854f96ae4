import type { RouteLocationRaw } from 'vue-router'

/** The list of the items that have this node themselves. */
export function taggedPlace(actor: string, nodeId: string): RouteLocationRaw {
  return { name: 'items', params: { actor, id: null, mode: null }, query: { tag: nodeId } }
}
