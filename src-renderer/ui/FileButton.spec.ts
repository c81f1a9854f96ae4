import { h } from 'vue'
import { expect, it, vi } from 'vitest'
import FileButton from './FileButton.vue'
import { byRole, mountUi, settle } from './testing/mount-ui.ts'
import { useToasts } from './toasts.ts'

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

it('FileButton › reads what Windows writes, and says of what is no text that it is none', async () => {
  const texts: string[] = []
  mountUi(() => h(FileButton, { accept: '.json', onText: (text) => texts.push(text) }, () => 'Open file'))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const choose = async (bytes: Uint8Array<ArrayBuffer>) => {
    Object.defineProperty(input, 'files', { value: [new File([bytes], 'a.json')], configurable: true })
    input?.dispatchEvent(new Event('change'))
    await new Promise((resolve) => setTimeout(resolve))
  }

  await choose(Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]))
  await choose(Uint8Array.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]))
  await choose(Uint8Array.from([0x80, 0x81]))

  await vi.waitFor(() =>
    expect(useToasts().toasts.map(({ text }) => text)).toEqual([expect.stringContaining('“a.json”')]),
  )
  expect(texts).toEqual(['{}', '{}'])
})
