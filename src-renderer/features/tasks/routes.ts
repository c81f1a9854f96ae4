import { routeTo } from '../../frame/places.ts'

export default [routeTo('tasks', () => import('./TasksView.vue'), { title: 'tasks.title' })]
