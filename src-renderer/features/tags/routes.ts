import { routeTo } from '../../frame/places.ts'

/** A scheme is named by its name. */
export default [routeTo('tags', () => import('./TagsView.vue'), { title: 'tags.title' })]
