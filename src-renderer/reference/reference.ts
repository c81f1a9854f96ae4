import '../i18n/no-compiling.ts'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { leaveKeysToInputMethods } from '../frame/key-stroke.ts'
import { i18n } from '../i18n/i18n.ts'
import { speakChosen } from '../i18n/languages.ts'
import '../styles/theme.css'
import ReferencePage from './ReferencePage.vue'

leaveKeysToInputMethods()
void speakChosen().then(() => createApp(ReferencePage).use(createPinia()).use(i18n).mount('#app'))
