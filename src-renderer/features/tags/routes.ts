import { routeTo } from '../../frame/places.ts'

/** The address contains the name of a scheme. */
export default [routeTo('tags', () => import('./TagsView.vue'), { title: 'tags.title' })]
