import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { TooltipProvider } from 'reka-ui'
import type { Component } from 'vue'
import { defineComponent, h, nextTick } from 'vue'
import { onTestFinished, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { i18n } from '../../i18n/i18n.ts'
import { LAYERS } from '../layers.ts'

/** Unmounts the component of the previous test, so that its listeners are gone. */
let mounted: (() => void) | undefined

/**
 * Mounts a component the way the window does: with messages, stores, a router, tooltips and a place for layers.
 * `render` draws the component with whatever state the test owns.
 */
export function mountUi(render: () => ReturnType<typeof h>, setup: () => void = () => undefined) {
  mounted?.()
  document.body.innerHTML = `<div id="app"></div><section id="${LAYERS.slice(1)}"></section>`
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:any(.*)*', component: defineComponent(() => () => null) }],
  })
  const Inner = defineComponent(() => {
    setup()
    return render
  })
  const Host: Component = defineComponent(() => () => h(TooltipProvider, () => h(Inner)))
  const wrapper = mount(Host, { attachTo: '#app', global: { plugins: [pinia, i18n, router] } })
  const unmount = (): void => {
    mounted = undefined
    wrapper.unmount()
  }
  mounted = unmount
  return { wrapper, router, unmount }
}

/** The first element with this role and name; fails the test when there is none. */
export function byRole(role: string, name: string | RegExp, within: ParentNode = document): HTMLElement {
  const selector = `[role=${role}], ${NATIVE[role] ?? '[data-none]'}`
  const found = [...within.querySelectorAll<HTMLElement>(selector)].find((element) => matches(nameOf(element), name))
  if (!found) throw new Error(`no ${role} named ${name.toString()}`)
  return found
}

const NATIVE: Readonly<Record<string, string>> = { button: 'button', link: 'a[href]', textbox: 'input, textarea' }

function nameOf(element: HTMLElement): string {
  const label = element.id && document.querySelector(`label[for="${element.id}"]`)?.textContent
  return (element.getAttribute('aria-label') ?? (label || element.textContent)).trim()
}

const matches = (text: string, name: string | RegExp): boolean =>
  typeof name === 'string' ? text === name : name.test(text)

export function press(target: EventTarget, key: string, modifiers: KeyboardEventInit = {}): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }))
}

export function type(field: HTMLElement, text: string): void {
  if (!(field instanceof HTMLInputElement)) throw new Error('not an input')
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The test document has no layout, so lists show no rows: until the end of the test, everything is this large. */
export function giveSizes(pixels = 800): void {
  const sides = ['offsetHeight', 'offsetWidth', 'clientHeight', 'scrollHeight'] as const
  const given = sides.map((side) => vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(pixels))
  onTestFinished(() => given.forEach((one) => one.mockRestore()))
}

/** Moves the pointer over the first row of a list with this text. Of other rows than it and the active one, no buttons are drawn. */
export async function pointAtRow(text: string): Promise<void> {
  const row = [...document.querySelectorAll('[data-index]')].find(({ textContent }) => textContent.includes(text))
  if (row === undefined) throw new Error(`no row says ${text}`)
  row.dispatchEvent(new Event('pointerover', { bubbles: true }))
  await settle()
}

/** Lets Vue draw and layers settle. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTick()
}
