// Proves docs/contract/window.md, Files: screens.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WhyNotShown } from './draw-image.ts'
import { NotShown } from './draw-image.ts'
import type { OpenedPdf } from './pdf.ts'

/* pdf.js needs a browser. What is asked of it is what keeps a hostile document from doing anything. */

const library = vi.hoisted(() => ({
  options: {},
  getDocument: vi.fn(),
  PDFWorker: { create: vi.fn(() => ({ destroy: () => undefined })) },
  PasswordException: class extends Error {},
  RenderingCancelledException: class extends Error {},
}))
vi.mock('pdfjs-dist', () => library)
vi.mock('pdfjs-dist/build/pdf.worker.min.mjs?worker&url', () => ({ default: '/assets/pdf.worker.js' }))

const { drawPage, openPdf } = await import('./pdf.ts')

const started: unknown[][] = []
const terminated = vi.fn()
const MOST_PIXELS = 40_000_000
const MOST = { width: 1600, height: 16_000 }

beforeEach(() => {
  started.length = 0
  library.getDocument.mockReset()
  terminated.mockReset()
  vi.stubGlobal('Worker', function (...how: unknown[]) {
    started.push(how)
    return { terminate: terminated }
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What opening answers, as far as it is used. */
const aTask = (promise: Promise<unknown>) => ({
  promise,
  destroy: vi.fn(() => Promise.resolve()),
})
const never = new Promise<never>(() => undefined)

/** A document of one page of this size, in points. */
function aDocument(width: number, height: number) {
  const render = vi.fn((_: { viewport: { width: number; height: number }; annotationMode: number }) => ({
    promise: Promise.resolve(),
  }))
  const getViewport = ({ scale }: { scale: number }) => ({ width: width * scale, height: height * scale })
  const page = { getViewport, render, cleanup: vi.fn() }
  // As much of a document as is drawn from.
  const document = { numPages: 1, getPage: () => Promise.resolve(page) } as unknown as OpenedPdf['document']
  const close = vi.fn()
  return { opened: { document, close }, render, close }
}

it('openPdf › runs nothing of a document, follows no address, and takes no picture that would fill the memory', async () => {
  library.getDocument.mockReturnValue(aTask(Promise.resolve('opened')))

  expect(await openPdf(new Uint8Array([1]))).toMatchObject({ document: 'opened' })

  expect(library.getDocument.mock.calls[0]?.[0]).toMatchObject({
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    disableAutoFetch: true,
    maxImageSize: MOST_PIXELS,
    canvasMaxAreaInBytes: 4 * MOST_PIXELS,
  })
  expect(library.getDocument.mock.calls[0]?.[0]).not.toHaveProperty('url')
})

it('openPdf › starts a worker for each document, from our own address alone, and ends it with the document', async () => {
  const asked: string[] = []
  const createPolicy = (name: string, rules: { createScriptURL: (text: string) => string }) => {
    asked.push(name)
    return { createScriptURL: (text: string) => rules.createScriptURL(text) }
  }
  vi.stubGlobal('trustedTypes', { createPolicy })
  library.getDocument.mockReturnValue(aTask(Promise.resolve('opened')))

  const first = await openPdf(new Uint8Array([1]))
  await openPdf(new Uint8Array([2]))

  const ours = ['/assets/pdf.worker.js', { type: 'module' }]
  expect([asked, started]).toEqual([['pdf-worker'], [ours, ours]])
  expect(terminated).not.toHaveBeenCalled()
  first.close()
  expect(terminated).toHaveBeenCalledOnce()
})

it.each([
  ['broken', new Error('Invalid PDF structure'), 'damaged'],
  ['under a password', new library.PasswordException(), 'password'],
])('openPdf › says of a document that is %s why it cannot be shown', async (_, problem, why) => {
  library.getDocument.mockReturnValue(aTask(Promise.reject(problem)))

  await expect(openPdf(new Uint8Array([1]))).rejects.toEqual(new NotShown(why as WhyNotShown))
  expect(terminated).toHaveBeenCalledOnce()
})

it('drawPage › draws no annotation, and no page larger than fits in memory', async () => {
  const canvas = document.createElement('canvas')
  const usual = aDocument(600, 800)
  await drawPage(usual.opened, 1, canvas, MOST)
  expect([canvas.width, canvas.height]).toEqual([1600, 2133])
  expect(usual.render.mock.calls[0]?.[0].annotationMode).toBe(0)

  const tower = aDocument(1, 14_400)
  await drawPage(tower.opened, 1, canvas, MOST)
  expect([canvas.width, canvas.height]).toEqual([1, 16_000])
})

it('drawPage › says of a page that breaks that it cannot be shown, and nothing of one that was given up', async () => {
  const canvas = document.createElement('canvas')
  const failing = (error: Error) => {
    const { opened, render } = aDocument(600, 800)
    render.mockReturnValue({ promise: Promise.reject(error) })
    return drawPage(opened, 1, canvas, MOST)
  }

  await expect(failing(new Error('bad operator'))).rejects.toBeInstanceOf(NotShown)
  await expect(failing(new library.RenderingCancelledException())).resolves.toBeUndefined()
})

it('openPdf › ends the worker of a document that does not come to an end', async () => {
  vi.useFakeTimers()
  library.getDocument.mockReturnValue(aTask(never))
  const opening = expect(openPdf(new Uint8Array([1]))).rejects.toBeInstanceOf(NotShown)

  await vi.advanceTimersByTimeAsync(19_999)
  expect(terminated).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)

  await opening
  expect(terminated).toHaveBeenCalledOnce()
})

it('drawPage › closes a document whose page does not come to an end', async () => {
  vi.useFakeTimers()
  const { opened, render, close } = aDocument(600, 800)
  render.mockReturnValue({ promise: never })
  const drawing = expect(drawPage(opened, 1, document.createElement('canvas'), MOST)).rejects.toBeInstanceOf(NotShown)

  await vi.advanceTimersByTimeAsync(20_000)

  await drawing
  expect(close).toHaveBeenCalledOnce()
})
