import { routeTo } from '../../frame/places.ts'

/** The id is that of a connection or person, of an invitation or offer, or of a delegation. */
export default [routeTo('people', () => import('./PeopleView.vue'), { title: 'people.title', tab: 'connections' })]
