import { createPinia } from 'pinia'
import { createApp, watchEffect } from 'vue'
import App from './App.vue'
import { leaveKeysToInputMethods, takeDigitsOfEveryScript } from './frame/key-stroke.ts'
import { i18n, text } from './i18n/i18n.ts'
import { router } from './router.ts'
import { startWorkbench } from './session/use-workbench.ts'
import { LAYERS } from './ui/layers.ts'

// Portals are outside of the application element; as a landmark they stay reachable.
watchEffect(() => document.querySelector(LAYERS)?.setAttribute('aria-label', text('frame.layers')))

leaveKeysToInputMethods()
takeDigitsOfEveryScript()
const app = createApp(App).use(createPinia())
// The workbench starts before the router reads the address, because the first call removes the one-time code from it.
void startWorkbench()
app.use(router).use(i18n).mount('#app')
