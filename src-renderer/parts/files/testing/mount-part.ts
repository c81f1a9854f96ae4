import type { VNode } from 'vue'
import { defineComponent } from 'vue'
import { arrive } from '../../../session/testing/fake-bridge.ts'
import { emptyRoute, mountAddress } from '../../../session/testing/mount-window.ts'

/** Mounts a part in a window whose workspace was read, with the answers of the fake bridge. */
export async function mountPart(render: () => VNode) {
  const component = defineComponent(() => render)
  const mounted = await mountAddress([{ path: '/part', component }, emptyRoute('items', '/items/:actor/:id')], '/part')
  await arrive()
  return mounted
}

/** Simulates files that were chosen in a file picker, or dropped. */
export function chosenIn(input: HTMLInputElement, files: readonly File[]): void {
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A drag event; `kinds` has the kind of each dragged entry: a file, a folder or a text. */
export function dragEvent(
  type: 'dragenter' | 'dragleave' | 'dragover' | 'drop',
  things: readonly (File | 'folder' | 'text')[],
): Event {
  const items = things.map((thing) => ({
    kind: thing === 'text' ? 'string' : 'file',
    webkitGetAsEntry: () => ({ isDirectory: thing === 'folder', name: 'Holiday' }),
    getAsFile: () => (thing instanceof File ? thing : null),
  }))
  const types = things.some((thing) => thing !== 'text') ? ['Files'] : ['text/plain']
  const event = new Event(type, { bubbles: true, cancelable: true })
  return Object.assign(event, { dataTransfer: { types, items } })
}
