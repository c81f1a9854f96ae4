import { routeTo } from '../../frame/places.ts'

/** Two users at once; `item` is an item as the left one has it, `share` a share between the two, `page` what the left one looks at. */
export default [
  routeTo('side-by-side', () => import('./SideBySidePage.vue'), {
    title: 'sideBySide.title',
    query: ['item', 'share', 'page'],
  }),
]
