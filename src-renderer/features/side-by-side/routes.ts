import { routeTo } from '../../frame/places.ts'

/** Two users side by side; `item` is the left user's id, `share` a share between the two, `page` the left page. */
export default [
  routeTo('side-by-side', () => import('./SideBySidePage.vue'), {
    title: 'sideBySide.title',
    query: ['item', 'share', 'page'],
  }),
]
