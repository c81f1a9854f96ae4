import { h } from 'vue'
import { expect, it, vi } from 'vitest'
import FileButton from './FileButton.vue'
import { byRole, mountUi, settle } from './testing/mount-ui.ts'

it('FileButton › asks for a file and gives its text, the same file again too', async () => {
  const texts: string[] = []
  mountUi(() => h(FileButton, { accept: '.json', onText: (text) => texts.push(text) }, () => 'Open file'))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('there is no input')
  const asked = vi.spyOn(input, 'click')
  const value = vi.spyOn(input, 'value', 'set')

  byRole('button', 'Open file').click()
  Object.defineProperty(input, 'files', { value: [new File(['{"a":1}'], 'a.json')] })
  input.dispatchEvent(new Event('change'))
  await settle()

  expect(asked).toHaveBeenCalledOnce()
  expect(input.accept).toBe('.json')
  await vi.waitFor(() => expect(texts).toEqual(['{"a":1}']))
  await vi.waitFor(() => expect(value).toHaveBeenCalledWith(''))
})
