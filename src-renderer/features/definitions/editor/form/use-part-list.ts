import { nextTick } from 'vue'
import type { Location } from '../../../../../shared/presentation-exchange/json.ts'
import { isObject, jsonPointer } from '../../../../../shared/presentation-exchange/json.ts'
import { insertAt, removeAt, setAt } from '../../document/json-edits.ts'
import { useEditor } from '../use-definition-editor.ts'

/** A list of objects in the definition: its entries, and how they come, go and move. */
export function usePartList(location: () => Location) {
  const editor = useEditor()

  const list = (): readonly unknown[] => {
    const value = editor.at(location())
    return Array.isArray(value) ? (value as readonly unknown[]) : []
  }

  /** Entries with their places; whatever is no object is left to the JSON. */
  function entries() {
    return list().flatMap((value, index) =>
      isObject(value) ? [{ index, value, location: [...location(), index] }] : [],
    )
  }

  /** Puts a new entry at the end, opens it, and goes to its first field. */
  async function add(value: object): Promise<void> {
    const at = [...location(), list().length]
    editor.apply([Array.isArray(editor.at(location())) ? insertAt(at, value) : setAt(location(), [value])])
    const pointer = jsonPointer(at)
    editor.opened.add(pointer)
    await nextTick()
    const part = document.querySelector(`[data-at="${CSS.escape(pointer)}"]`)
    part?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }

  /** @param keep how many steps of the location stay when nothing is left in them. */
  function remove(index: number, keep = location().length): void {
    close()
    editor.drop([...location(), index], keep)
  }

  function move(index: number, by: 1 | -1): void {
    const value = list()[index]
    const target = index + by
    if (target < 0 || target >= list().length) return
    const wasOpen = editor.opened.has(jsonPointer([...location(), index]))
    close()
    editor.apply([removeAt([...location(), index]), insertAt([...location(), target], value)])
    if (wasOpen) editor.opened.add(jsonPointer([...location(), target]))
  }

  /** Places change when entries go or move, so what is open is not known any more. */
  function close(): void {
    const pointer = `${jsonPointer(location())}/`
    for (const one of [...editor.opened]) if (one.startsWith(pointer)) editor.opened.delete(one)
  }

  return { entries, add, remove, move }
}
