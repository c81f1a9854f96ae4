import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { TooltipProvider } from 'reka-ui'
import { onTestFinished } from 'vitest'
import { defineComponent, h } from 'vue'
import { createMemoryHistory, createRouter, RouterView } from 'vue-router'
import { i18n } from '../../../i18n/i18n.ts'
import { startWorkbench } from '../../../session/use-workbench.ts'
import { LAYERS } from '../../../ui/layers.ts'
import routes from '../routes.ts'

async function startWindow() {
  document.body.innerHTML = `<div id="app"></div><section id="${LAYERS.slice(1)}"></section>`
  const pinia = createPinia()
  setActivePinia(pinia)
  await startWorkbench()
  return pinia
}

function testRouter() {
  const elsewhere = { path: '/:any(.*)*', component: defineComponent(() => () => null) }
  return createRouter({ history: createMemoryHistory(), routes: [...routes, elsewhere] })
}

/** Runs a composable the way a component does, with the workbench read and followed. */
export async function mountSetup<T>(setup: () => T) {
  const pinia = await startWindow()
  let result: T | undefined
  const router = testRouter()
  const Host = defineComponent(() => {
    result = setup()
    return () => null
  })
  const wrapper = mount(Host, { attachTo: '#app', global: { plugins: [pinia, i18n, router] } })
  onTestFinished(() => wrapper.unmount())
  if (result === undefined) throw new Error('the setup gave nothing')
  return { result, router }
}

/** Mounts the page of the items at an address. */
export async function mountPage(address: string) {
  const pinia = await startWindow()
  const router = testRouter()
  await router.push(address)
  const Host = defineComponent(() => () => h(TooltipProvider, () => h(RouterView)))
  const wrapper = mount(Host, { attachTo: '#app', global: { plugins: [pinia, i18n, router] } })
  onTestFinished(() => wrapper.unmount())
  return { wrapper, router }
}

/** Lets answers arrive and Vue draw. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve, 0))
}
