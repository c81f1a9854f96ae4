import { routeTo } from '../../frame/places.ts'

/** One page, list and detail: `…/items`, `…/items/new?from=…`, `…/items/{id}`, `…/items/{id}/edit`. */
export default [
  routeTo('items', () => import('./ItemsScreen.vue'), {
    title: 'items.title',
    query: ['from'],
    props: ({ actor, id, mode, from }) => ({ actor, id, editing: mode === 'edit', template: from }),
  }),
]
