import { createPinia } from 'pinia'
import { createApp } from 'vue'
import '../styles/theme.css'
import { i18n } from '../i18n/i18n.ts'
import ReferencePage from './ReferencePage.vue'

createApp(ReferencePage).use(createPinia()).use(i18n).mount('#app')
