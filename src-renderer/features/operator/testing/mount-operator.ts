import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { TooltipProvider } from 'reka-ui'
import { onTestFinished } from 'vitest'
import { defineComponent, h } from 'vue'
import type { Router } from 'vue-router'
import { createMemoryHistory, createRouter, RouterView } from 'vue-router'
import { i18n } from '../../../i18n/i18n.ts'
import { startWorkbench } from '../../../session/use-workbench.ts'
import { LAYERS } from '../../../ui/layers.ts'
// The route loads the page when it is needed; a test does not wait for that.
import '../OperatorPage.vue'
import routes from '../routes.ts'

/** Mounts what an address of the operator's desk shows. */
export async function mountOperator(address = '/operator'): Promise<Router> {
  document.body.innerHTML = `<div id="app"></div><section id="${LAYERS.slice(1)}"></section>`
  const pinia = createPinia()
  setActivePinia(pinia)
  await startWorkbench()
  const elsewhere = { path: '/:any(.*)*', component: defineComponent(() => () => null) }
  const users = { path: '/users', name: 'users', component: defineComponent(() => () => null) }
  const router = createRouter({ history: createMemoryHistory(), routes: [...routes, users, elsewhere] })
  await router.push(address)
  const Host = defineComponent(() => () => h(TooltipProvider, () => h(RouterView)))
  const wrapper = mount(Host, { attachTo: '#app', global: { plugins: [pinia, i18n, router] } })
  onTestFinished(() => wrapper.unmount())
  return router
}
