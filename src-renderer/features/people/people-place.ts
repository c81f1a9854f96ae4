import type { RouteLocationRaw } from 'vue-router'

export type PeopleTab = 'connections' | 'invitations' | 'delegations' | 'children'

/** Where the people of an actor are shown; without id, the list alone. */
export function peoplePlace(actor: string, tab: PeopleTab, id?: string): RouteLocationRaw {
  return {
    name: 'people',
    params: { actor, tab: tab === 'connections' && id === undefined ? null : tab, id: id ?? null },
  }
}
