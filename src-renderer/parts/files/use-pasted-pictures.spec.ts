// Proves docs/contract/window.md, Files: screens, Side by side.

import { mount } from '@vue/test-utils'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { defineComponent } from 'vue'
import { sideKey } from '../../frame/side.ts'
import { i18n } from '../../i18n/i18n.ts'
import { usePastedPictures } from './use-pasted-pictures.ts'

const PICTURE = new File(['abc'], 'image.png', { type: 'image/png', lastModified: Date.UTC(2026, 4, 1, 12, 30) })
const taken = vi.fn<(pictures: File[]) => void>()

beforeEach(() => {
  taken.mockReset()
  document.body.innerHTML = ''
})

function mountPlace({ mayTake = true, side }: { mayTake?: boolean; side?: { isActive: () => boolean } } = {}): void {
  const component = defineComponent(() => {
    usePastedPictures(() => mayTake, taken)
    return () => null
  })
  const provide = side === undefined ? {} : { [sideKey]: { name: () => 'Alice', ...side } }
  const wrapper = mount(component, { global: { plugins: [i18n], provide } })
  onTestFinished(() => wrapper.unmount())
}

/** @param where the page itself, or what this makes of it */
function paste(files: readonly File[], where: Element = document.body): Event {
  const items = files.map((file) => ({ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }))
  const event = new Event('paste', { bubbles: true, cancelable: true, composed: true })
  where.dispatchEvent(Object.assign(event, { clipboardData: { items } }))
  return event
}

function added(html: string): Element {
  document.body.innerHTML = html
  const made = document.body.querySelector('[data-target]')
  if (made === null) throw new Error('nothing was made')
  return made
}

it('takes pictures, named by the moment they were copied, and nothing else', () => {
  mountPlace()

  expect(paste([PICTURE, new File(['%PDF'], 'a.pdf', { type: 'application/pdf' })]).defaultPrevented).toBe(true)

  const [[pictures] = [[]]] = taken.mock.calls
  expect(pictures.map(({ name, type, size }) => [name.slice(0, 13), name.slice(-4), type, size])).toEqual([
    ['Pasted image ', '.png', 'image/png', 3],
  ])
  expect(pictures[0]?.name).not.toContain(':')
})

it.each([
  ['a text', []],
  ['a file that is no picture', [new File(['%PDF'], 'a.pdf', { type: 'application/pdf' })]],
])('leaves %s alone', (_, files) => {
  mountPlace()

  expect(paste(files).defaultPrevented).toBe(false)
  expect(taken).not.toHaveBeenCalled()
})

it.each([
  ['a field', '<input data-target>'],
  ['a text of several lines', '<textarea data-target></textarea>'],
  ['an element within an editable one', '<div contenteditable><b data-target>x</b></div>'],
])('leaves what is pasted into %s to it', (_, html) => {
  mountPlace()

  expect(paste([PICTURE], added(html)).defaultPrevented).toBe(false)
  expect(taken).not.toHaveBeenCalled()
})

it('leaves what is pasted into an editor with a document of its own to it', () => {
  mountPlace()
  const root = added('<div data-target></div>').attachShadow({ mode: 'open' })
  const field = document.createElement('div')
  field.setAttribute('contenteditable', 'true')
  root.append(field)

  paste([PICTURE], field)

  expect(taken).not.toHaveBeenCalled()
})

it.each(['dialog', 'alertdialog'])('takes nothing while a %s lies over the page', (role) => {
  mountPlace()
  document.body.innerHTML = `<div role="${role}"></div>`

  paste([PICTURE])

  expect(taken).not.toHaveBeenCalled()
})

it('takes nothing where nothing may be added, as into a received item', () => {
  mountPlace({ mayTake: false })

  expect(paste([PICTURE]).defaultPrevented).toBe(false)
  expect(taken).not.toHaveBeenCalled()
})

it('of two sides the one that was touched last takes it', () => {
  mountPlace({ side: { isActive: () => false } })
  paste([PICTURE])
  expect(taken).not.toHaveBeenCalled()

  mountPlace({ side: { isActive: () => true } })
  paste([PICTURE])
  expect(taken).toHaveBeenCalledOnce()
})
