import '../../src-renderer/i18n/no-compiling.ts'
import { TooltipProvider } from 'reka-ui'
import { createPinia } from 'pinia'
import { createApp, h } from 'vue'
import { createRouter, createWebHashHistory, RouterView } from 'vue-router'
import { i18n } from '../../src-renderer/i18n/i18n.ts'
import { speakChosen } from '../../src-renderer/i18n/languages.ts'
import '../../src-renderer/styles/theme.css'

/* The components of the window beside each other, without a service: `npm run gallery`. */

const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/kit/:view?', component: () => import('./Gallery.vue') },
    { path: '/:address(.*)*', redirect: '/kit/list' },
  ],
})
const app = createApp({ render: () => h(TooltipProvider, null, { default: () => h(RouterView) }) })

void speakChosen().then(() => app.use(createPinia()).use(router).use(i18n).mount('#app'))
