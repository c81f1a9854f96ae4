import { routeTo } from '../../frame/places.ts'

/** Files of items are named by their slot: `…/files/items/{id of the slot}`. */
export default [routeTo('files', () => import('./FilesView.vue'), { title: 'files.title', tab: 'items' })]
