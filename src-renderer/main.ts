import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { z } from 'zod'
import App from './App.vue'
import { i18n, text } from './i18n/i18n.ts'
import { router } from './router.ts'
import './styles/theme.css'
import { LAYERS } from './ui/layers.ts'

// The content policy forbids compiling code at run time.
z.config({ jitless: true })

// Portals lie outside of the application element; as a landmark they stay reachable.
document.querySelector(LAYERS)?.setAttribute('aria-label', text('frame.layers'))

createApp(App).use(createPinia()).use(router).use(i18n).mount('#app')
