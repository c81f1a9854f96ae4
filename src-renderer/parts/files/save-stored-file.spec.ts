// Proves docs/contract/window.md, Files: screens.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_PART_BYTES } from '../../../shared/contract/workbench-files.ts'
import { MOST_IN_MEMORY, saveStoredFile, TooLargeToSave } from './save-stored-file.ts'
import { aStoredFile } from './testing/stored.ts'

const never = new AbortController().signal
const told = vi.fn()
const downloads: Blob[] = []

beforeEach(() => {
  told.mockClear()
  downloads.length = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    downloads.push(blob as Blob)
    return 'blob:made'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A browser whose dialog leads to a place on the disk. */
function withDialog(more: Partial<Record<'write' | 'createWritable', () => Promise<unknown>>> = {}) {
  const written: Uint8Array[] = []
  const write = vi.fn(more.write ?? ((part: Uint8Array) => Promise.resolve(void written.push(part))))
  const [close, abort] = [vi.fn(() => Promise.resolve()), vi.fn(() => Promise.resolve())]
  const createWritable = more.createWritable ?? (() => Promise.resolve({ write, close, abort }))
  const picker = vi.fn(() => Promise.resolve({ createWritable }))
  vi.stubGlobal('showSaveFilePicker', picker)
  return { picker, written, close, abort }
}

describe('saveStoredFile, where the browser has a dialog', () => {
  it('writes part by part, tells how far it is, and keeps none of it in memory', async () => {
    const { picker, written, close } = withDialog()
    const content = new Uint8Array(MAX_PART_BYTES + 5).fill(7)

    expect(await saveStoredFile(aStoredFile(content, { filename: 'a.pdf' }), never, told)).toBe(true)

    expect(picker).toHaveBeenCalledExactlyOnceWith({ suggestedName: 'a.pdf' })
    expect(written.map(({ length }) => length)).toEqual([MAX_PART_BYTES, 5])
    expect(told.mock.calls.flat()).toEqual([MAX_PART_BYTES, MAX_PART_BYTES + 5])
    expect(close).toHaveBeenCalledOnce()
    expect(downloads).toEqual([])
  })

  it('does nothing when the dialog is closed', async () => {
    vi.stubGlobal('showSaveFilePicker', () => Promise.reject(new DOMException('closed', 'AbortError')))

    expect(await saveStoredFile(aStoredFile(), never, told)).toBe(false)
    expect([told.mock.calls, downloads]).toEqual([[], []])
  })

  it('hands it over as a download where the browser does not let us write', async () => {
    vi.stubGlobal('showSaveFilePicker', () => Promise.reject(new DOMException('not here', 'SecurityError')))

    expect(await saveStoredFile(aStoredFile('abc'), never, told)).toBe(true)
    expect(await downloads[0]?.text()).toBe('abc')
  })

  it('leaves nothing at the place when it fails or is given up', async () => {
    const full = withDialog({ write: () => Promise.reject(new DOMException('the disk is full')) })
    await expect(saveStoredFile(aStoredFile(), never, told)).rejects.toThrow('the disk is full')
    expect([full.abort.mock.calls.length, full.close.mock.calls.length]).toEqual([1, 0])

    const given = withDialog()
    const stop = new AbortController()
    stop.abort()
    await expect(saveStoredFile(aStoredFile(), stop.signal, told)).rejects.toThrow('abort')
    expect([given.abort.mock.calls.length, given.written]).toEqual([1, []])
  })
})

describe('saveStoredFile, without a dialog', () => {
  it('hands over a download of no type, whatever the file claims to be', async () => {
    const file = aStoredFile('<script>', { filename: 'page.html', content_type: 'text/html', kind: 'text' })

    expect(await saveStoredFile(file, never, told)).toBe(true)

    expect(downloads[0]?.type).toBe('application/octet-stream')
    expect(await downloads[0]?.text()).toBe('<script>')
  })

  it('refuses what would not fit in memory, before it reads any of it', async () => {
    const part = vi.fn()
    const file = { ...aStoredFile('', { size: MOST_IN_MEMORY + 1 }), part }

    await expect(saveStoredFile(file, never, told)).rejects.toBeInstanceOf(TooLargeToSave)
    expect(part).not.toHaveBeenCalled()
  })
})
