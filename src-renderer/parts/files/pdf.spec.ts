// Proves docs/contract/window.md, Files: screens.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NotShown } from './draw-image.ts'

/* pdf.js needs a browser. What is asked of it is what keeps a hostile document from doing anything. */

const library = vi.hoisted(() => ({
  options: {},
  getDocument: vi.fn(),
  GlobalWorkerOptions: { workerPort: null },
  RenderingCancelledException: class extends Error {},
}))
vi.mock('pdfjs-dist', () => library)
vi.mock('pdfjs-dist/build/pdf.worker.min.mjs?worker&url', () => ({ default: '/assets/pdf.worker.js' }))

const { drawPage, openPdf } = await import('./pdf.ts')

const started: unknown[][] = []
const MOST_PIXELS = 40_000_000

beforeEach(() => {
  started.length = 0
  library.getDocument.mockReset()
  library.GlobalWorkerOptions.workerPort = null
  vi.stubGlobal('Worker', function (...how: unknown[]) {
    started.push(how)
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A document of one page of this size, in points. */
function aDocument(width: number, height: number) {
  const render = vi.fn((_: { viewport: { width: number; height: number }; annotationMode: number }) => ({
    promise: Promise.resolve(),
  }))
  const getViewport = ({ scale }: { scale: number }) => ({ width: width * scale, height: height * scale })
  const page = { getViewport, render, cleanup: vi.fn() }
  // As much of a document as is drawn from.
  const opened = { getPage: () => Promise.resolve(page) } as unknown as Parameters<typeof drawPage>[0]
  return { opened, render }
}

it('openPdf › runs nothing of a document, follows no address, and takes no picture that would fill the memory', async () => {
  library.getDocument.mockReturnValue({ promise: Promise.resolve('opened') })

  expect(await openPdf(new Uint8Array([1]))).toBe('opened')

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

it('openPdf › starts one worker, from our own address alone', async () => {
  const asked: string[] = []
  const createPolicy = (name: string, rules: { createScriptURL: (text: string) => string }) => {
    asked.push(name)
    return { createScriptURL: (text: string) => rules.createScriptURL(text) }
  }
  vi.stubGlobal('trustedTypes', { createPolicy })
  library.getDocument.mockReturnValue({ promise: Promise.resolve('opened') })

  await openPdf(new Uint8Array([1]))
  await openPdf(new Uint8Array([2]))

  expect([asked, started]).toEqual([['pdf-worker'], [['/assets/pdf.worker.js', { type: 'module' }]]])
})

it('openPdf › says of a broken document, and of one under a password, that it cannot be shown', async () => {
  library.getDocument.mockReturnValue({ promise: Promise.reject(new Error('Invalid PDF structure')) })
  await expect(openPdf(new Uint8Array([1]))).rejects.toBeInstanceOf(NotShown)

  const task = { onPassword: () => undefined as unknown, destroy: vi.fn(), promise: Promise.resolve('never') }
  task.promise = new Promise<string>((_, reject) => task.destroy.mockImplementation(() => reject(new Error('ended'))))
  library.getDocument.mockReturnValue(task)
  const opening = openPdf(new Uint8Array([1]))
  task.onPassword()
  await expect(opening).rejects.toBeInstanceOf(NotShown)
})

it('drawPage › draws no annotation, and no page larger than fits in memory', async () => {
  const canvas = document.createElement('canvas')
  const usual = aDocument(600, 800)
  await drawPage(usual.opened, 1, canvas, 1600)
  expect([canvas.width, canvas.height]).toEqual([1600, 2133])
  expect(usual.render.mock.calls[0]?.[0].annotationMode).toBe(0)

  const tower = aDocument(1, 14_400)
  await drawPage(tower.opened, 1, canvas, 1600)
  expect(canvas.width * canvas.height).toBeLessThanOrEqual(MOST_PIXELS)
  expect(canvas.height).toBeGreaterThan(14_400)
})

it('drawPage › says of a page that breaks that it cannot be shown, and nothing of one that was given up', async () => {
  const canvas = document.createElement('canvas')
  const failing = (error: Error) => {
    const { opened, render } = aDocument(600, 800)
    render.mockReturnValue({ promise: Promise.reject(error) })
    return drawPage(opened, 1, canvas, 100)
  }

  await expect(failing(new Error('bad operator'))).rejects.toBeInstanceOf(NotShown)
  await expect(failing(new library.RenderingCancelledException())).resolves.toBeUndefined()
})
