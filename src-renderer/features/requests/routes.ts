import { routeTo } from '../../frame/places.ts'

/** `/requests?definition={id}` lists those that ask with it; a new one begins with a definition, or like another request. */
export default [
  routeTo('new-request', () => import('./RequestsPage.vue'), {
    title: 'requests.new',
    query: ['definition', 'like'],
    props: (seed) => ({ seed }),
  }),
  routeTo('requests', () => import('./RequestsPage.vue'), { title: 'label.requests', query: ['definition'] }),
]
