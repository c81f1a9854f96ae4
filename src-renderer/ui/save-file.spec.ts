import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveBlob, saveFile } from './save-file.ts'

const MINUTE_MS = 60_000
const clicked: HTMLAnchorElement[] = []
const [made, forgotten] = [vi.fn<(bytes: Blob | MediaSource) => string>(), vi.fn<(address: string) => void>()]

beforeEach(() => {
  vi.useFakeTimers()
  clicked.length = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(made.mockReset().mockReturnValue('blob:made'))
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(forgotten.mockReset())
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('saveBlob › hands the bytes over under the name, and forgets their address once they were read', () => {
  const bytes = new Blob(['abc'])

  saveBlob('a.bin', bytes)

  expect(made).toHaveBeenCalledExactlyOnceWith(bytes)
  expect(clicked.map(({ download, href }) => [download, href])).toEqual([['a.bin', 'blob:made']])
  vi.advanceTimersByTime(MINUTE_MS - 1)
  expect(forgotten).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(forgotten).toHaveBeenCalledExactlyOnceWith('blob:made')
})

it('saveFile › hands a text over as what it is said to be', async () => {
  saveFile('a.csv', 'text/csv', 'ä;b')

  const [blob] = made.mock.calls[0] ?? []
  if (!(blob instanceof Blob)) throw new Error('no bytes were handed over')
  expect([blob.type, await blob.text()]).toEqual(['text/csv', 'ä;b'])
})
