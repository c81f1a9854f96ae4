import type { ShallowRef } from 'vue'
import { nextTick, watch } from 'vue'
import { jsonPointer } from '../../../../shared/presentation-exchange/json.ts'
import type { DefinitionEditor, EditorPlace } from './use-definition-editor.ts'

const FLASH_MS = 1200

/** Follows the cursor of the JSON: opens the field, scrolls it into view and highlights it briefly. */
export function useFormFollow(editor: DefinitionEditor, form: Readonly<ShallowRef<HTMLElement | null>>): void {
  let highlighted: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  watch(editor.place, (place) => {
    if (place !== undefined) void show(place)
  })

  async function show({ location }: EditorPlace): Promise<void> {
    await nextTick()
    const found = fieldOf(location)
    if (found === undefined) return
    found.scrollIntoView({ block: 'nearest' })
    if (found !== highlighted) highlight(found)
  }

  /** The field of a place, or the nearest one around it. */
  function fieldOf(location: EditorPlace['location']): HTMLElement | undefined {
    for (let length = location.length; length > 0; length -= 1) {
      const pointer = jsonPointer(location.slice(0, length))
      const found = form.value?.querySelector<HTMLElement>(`[data-at="${CSS.escape(pointer)}"]`)
      if (found) return found
    }
    return undefined
  }

  function highlight(field: HTMLElement): void {
    clearTimeout(timer)
    delete highlighted?.dataset['flash']
    highlighted = field
    field.dataset['flash'] = ''
    timer = setTimeout(() => {
      delete highlighted?.dataset['flash']
      highlighted = undefined
    }, FLASH_MS)
  }
}
