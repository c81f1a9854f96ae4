import { routeTo } from '../../frame/places.ts'

/** `?item=` and `?person=` are filters of the list. */
export default [routeTo('events', () => import('./EventsView.vue'), { title: 'events.title' })]
