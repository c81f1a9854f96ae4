import { routeTo } from '../../frame/places.ts'

export default [routeTo('settings', () => import('./SettingsPage.vue'), { title: 'settings.title' })]
