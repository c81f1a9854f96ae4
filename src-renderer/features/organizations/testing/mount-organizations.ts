import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { TooltipProvider } from 'reka-ui'
import { onTestFinished } from 'vitest'
import type { Component } from 'vue'
import { defineComponent, h } from 'vue'
import type { Router } from 'vue-router'
import { createMemoryHistory, createRouter, RouterView } from 'vue-router'
import { i18n } from '../../../i18n/i18n.ts'
import { startWorkbench } from '../../../session/use-workbench.ts'
import { LAYERS } from '../../../ui/layers.ts'
// The route loads the page when it is needed; a test does not wait for that.
import '../OrganizationsPage.vue'
import routes from '../routes.ts'

async function startWindow() {
  document.body.innerHTML = `<div id="app"></div><section id="${LAYERS.slice(1)}"></section>`
  const pinia = createPinia()
  setActivePinia(pinia)
  await startWorkbench()
  const component = defineComponent(() => () => null)
  const elsewhere = [
    { path: '/u/:actor/home', name: 'home', component },
    { path: '/:any(.*)*', component },
  ]
  const router = createRouter({ history: createMemoryHistory(), routes: [...routes, ...elsewhere] })
  return { plugins: [pinia, i18n, router], router }
}

/** Mounts what an address of the organizations' screens shows. */
export async function mountOrganizations(address: string): Promise<Router> {
  const { plugins, router } = await startWindow()
  await router.push(address)
  show(RouterView, plugins)
  return router
}

/** Runs a composable the way a component does, with the workbench read and followed. */
export async function mountSetup<T>(setup: () => T): Promise<T> {
  const { plugins } = await startWindow()
  let result: T | undefined
  const Host = defineComponent(() => {
    result = setup()
    return () => null
  })
  show(Host, plugins)
  if (result === undefined) throw new Error('the setup gave nothing')
  return result
}

function show(component: Component, plugins: unknown[]): void {
  const Host = defineComponent(() => () => h(TooltipProvider, () => h(component)))
  const wrapper = mount(Host, { attachTo: '#app', global: { plugins: plugins as never[] } })
  onTestFinished(() => wrapper.unmount())
}
