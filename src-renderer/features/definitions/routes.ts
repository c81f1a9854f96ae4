import { routeTo } from '../../frame/places.ts'

export default [
  routeTo('definition-new', () => import('./editor/EditorPage.vue'), {
    title: 'definitions.new',
    query: ['from', 'template'],
  }),
  routeTo('definitions', () => import('./DefinitionsPage.vue'), { title: 'definitions.title' }),
]
