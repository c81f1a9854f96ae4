import { routeTo } from '../../frame/places.ts'

/** The address of an item's file contains the id of its slot: `…/files/items/{id of the slot}`. */
export default [routeTo('files', () => import('./FilesView.vue'), { title: 'files.title', tab: 'items' })]
