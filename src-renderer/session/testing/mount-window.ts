import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { TooltipProvider } from 'reka-ui'
import { onTestFinished } from 'vitest'
import type { Component } from 'vue'
import { defineComponent, h } from 'vue'
import type { RouteRecordRaw } from 'vue-router'
import { createMemoryHistory, createRouter } from 'vue-router'
import { ADDRESSES } from '../../frame/places.ts'
import RouteView from '../../frame/RouteView.vue'
import { i18n } from '../../i18n/i18n.ts'
import { LAYERS } from '../../ui/layers.ts'
import { startWorkbench } from '../use-workbench.ts'

const nothing = defineComponent(() => () => null)

/** An empty route, for the address of a screen that the test does not mount. */
export function emptyRoute(name: string, path: string): RouteRecordRaw {
  return { path, name, component: nothing }
}

/** Mounts the page of an address in a window with these routes and a connected workbench. */
export async function mountAddress(routes: readonly RouteRecordRaw[], address: string) {
  const { plugins, router } = await startWindow(routes)
  await router.push(address)
  return { wrapper: show(RouteView, plugins), router }
}

/** Runs a composable in a component of such a window. */
export async function mountSetupIn<T>(routes: readonly RouteRecordRaw[], setup: () => T, address?: string) {
  const { plugins, router } = await startWindow(routes)
  if (address !== undefined) await router.push(address)
  let result: T | undefined
  const Host = defineComponent(() => {
    result = setup()
    return () => null
  })
  show(Host, plugins)
  if (result === undefined) throw new Error('the setup gave nothing')
  return { result, router }
}

async function startWindow(routes: readonly RouteRecordRaw[]) {
  document.body.innerHTML = `<div id="app"></div><section id="${LAYERS.slice(1)}"></section>`
  const pinia = createPinia()
  setActivePinia(pinia)
  await startWorkbench()
  const others = Object.entries(ADDRESSES).filter(([name]) => !routes.some((route) => route.name === name))
  const elsewhere = { path: '/:any(.*)*', component: nothing }
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [...routes, ...others.map(([name, path]) => emptyRoute(name, path)), elsewhere],
  })
  return { plugins: [pinia, i18n, router], router }
}

function show(component: Component, plugins: Awaited<ReturnType<typeof startWindow>>['plugins']) {
  const Host = defineComponent(() => () => h(TooltipProvider, () => h(component)))
  const wrapper = mount(Host, { attachTo: '#app', global: { plugins } })
  onTestFinished(() => wrapper.unmount())
  return wrapper
}
