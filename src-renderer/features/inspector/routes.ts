import { routeTo } from '../../frame/places.ts'

/** The list of calls; with a number, that call beside it. */
export default [
  routeTo('inspector', () => import('./InspectorPage.vue'), {
    title: 'frame.inspector',
    props: ({ number }) => ({ number: number === undefined ? undefined : Number(number) }),
  }),
]
