// Proves docs/contract/window.md, Files: screens.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h, nextTick, ref } from 'vue'
import { text as message } from '../../i18n/i18n.ts'
import { aStatus, answer, resetBridge } from '../../session/testing/fake-bridge.ts'
import { byRole } from '../../ui/testing/mount-ui.ts'
import { useToasts } from '../../ui/toasts.ts'
import AddFileButton from './AddFileButton.vue'
import FileDrop from './FileDrop.vue'
import { chosenIn, dragEvent, mountPart } from './testing/mount-part.ts'

const FILE = new File(['abc'], 'a.txt')

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [] }))
})

describe('FileDrop', () => {
  async function mountDrop() {
    const dropped = vi.fn()
    const disabled = ref(false)
    await mountPart(() =>
      h(FileDrop, { onFiles: dropped, disabled: disabled.value }, () => [h('p', { id: 'inner' }, 'An item')]),
    )
    const send = async (...how: Parameters<typeof dragEvent>) => {
      const event = dragEvent(...how)
      document.getElementById('inner')?.dispatchEvent(event)
      await nextTick()
      return event
    }
    return { dropped, disabled, send }
  }
  const hint = () => document.body.textContent.includes(message('files.dropHere'))

  it('says where files go while they are over it, and takes them', async () => {
    const { dropped, send } = await mountDrop()
    await send('dragenter', [FILE])
    expect(hint()).toBe(true)
    expect((await send('dragover', [FILE])).defaultPrevented).toBe(true)

    await send('drop', [FILE, 'folder'])

    expect(dropped).toHaveBeenCalledExactlyOnceWith([FILE])
    expect(hint()).toBe(false)
    expect(useToasts().toasts.map(({ text }) => text)).toEqual([
      '“Holiday” is a folder and was not added. Drop the files in it instead.',
    ])
  })

  it('is left when the pointer left as often as it came', async () => {
    const { send } = await mountDrop()
    await send('dragenter', [FILE])
    await send('dragenter', [FILE])
    await send('dragleave', [FILE])
    expect(hint()).toBe(true)
    await send('dragleave', [FILE])
    expect(hint()).toBe(false)
  })

  it('leaves text and folders alone', async () => {
    const { dropped, send } = await mountDrop()

    expect((await send('drop', ['text'])).defaultPrevented).toBe(false)
    await send('drop', ['folder'])

    expect(dropped).not.toHaveBeenCalled()
  })

  it('takes nothing where nothing may be added', async () => {
    const { dropped, disabled, send } = await mountDrop()
    disabled.value = true
    await nextTick()

    await send('dragenter', [FILE])
    expect(hint()).toBe(false)
    expect((await send('dragover', [FILE])).defaultPrevented).toBe(false)
    expect((await send('drop', [FILE])).defaultPrevented).toBe(false)

    expect(dropped).not.toHaveBeenCalled()
  })
})

describe('AddFileButton', () => {
  it('asks for files, and takes the same one again', async () => {
    const added = vi.fn()
    await mountPart(() => h(AddFileButton, { multiple: true, onFiles: added }, () => 'Add file'))
    const picker = document.querySelector('input')
    if (picker === null) throw new Error('there is no picker')
    const asked = vi.spyOn(picker, 'click').mockReturnValue()

    byRole('button', 'Add file').click()
    expect([asked.mock.calls.length, picker.multiple]).toEqual([1, true])
    chosenIn(picker, [FILE])
    expect(picker.value).toBe('')
    chosenIn(picker, [FILE])
    chosenIn(picker, [])

    expect(added.mock.calls).toEqual([[[FILE]], [[FILE]]])
  })
})
