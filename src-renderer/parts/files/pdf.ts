import type { PDFDocumentProxy } from 'pdfjs-dist'
import { getDocument, PasswordException, PDFWorker, RenderingCancelledException } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url'
import { MOST_PIXELS, NotShown } from './draw-image.ts'
import { ownWorkers } from './own-worker.ts'

/*
 * pdf.js, bundled, and loaded with the first PDF. Nothing in a document is run or followed: no scripts, XFA forms,
 * annotations or links; its pages are drawn on a canvas. Each document has its own worker, which is terminated with the
 * document, or when opening it or drawing a page takes too long: no document can keep others waiting.
 */

/** The log level of pdf.js: broken documents are reported to the caller. */
const ERRORS_ONLY = 0

/** The time that a document may take to open, and a page to be drawn. */
const PATIENCE_MS = 20_000

/** An opened document, which its opener closes. */
export interface OpenedPdf {
  readonly document: Pick<PDFDocumentProxy, 'numPages' | 'getPage'>
  /** Terminates its worker immediately. */
  readonly close: () => void
}

const startWorker = ownWorkers('pdf-worker', workerAddress)

/**
 * @param bytes are transferred to its worker: nobody else can read them afterwards
 * @throws {NotShown} for a malformed or password-protected document, or one that takes too long
 */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  const port = startWorker()
  const worker = PDFWorker.create({ port, verbosity: ERRORS_ONLY })
  const task = getDocument({
    data: bytes,
    worker,
    enableXfa: false,
    useSystemFonts: true,
    useWasm: false,
    useWorkerFetch: false,
    disableAutoFetch: true,
    maxImageSize: MOST_PIXELS,
    canvasMaxAreaInBytes: 4 * MOST_PIXELS,
    enableHWA: false,
    verbosity: ERRORS_ONLY,
  })
  const close = (): void => {
    // Not awaited, because the worker may never confirm that it released the document.
    void task.destroy().catch(() => undefined)
    worker.destroy()
    port.terminate()
  }
  try {
    return { document: await soonEnough(task.promise), close }
  } catch (error) {
    close()
    if (error instanceof NotShown) throw error
    throw new NotShown(error instanceof PasswordException ? 'password' : 'damaged')
  }
}

/** The canvas of a page. */
interface PagePixels {
  readonly width: number
  readonly height: number
}

/**
 * Draws a page on a canvas. A document whose page takes too long is closed.
 *
 * @param most pixels of the canvas; it is as large as fits
 * @throws {NotShown}
 */
export async function drawPage(
  { document, close }: OpenedPdf,
  number: number,
  canvas: HTMLCanvasElement,
  most: PagePixels,
): Promise<void> {
  try {
    await soonEnough(draw(document, number, canvas, most))
  } catch (error) {
    if (error instanceof RenderingCancelledException) return
    close()
    throw error instanceof NotShown ? error : new NotShown('damaged')
  }
}

async function draw(
  document: OpenedPdf['document'],
  number: number,
  canvas: HTMLCanvasElement,
  most: PagePixels,
): Promise<void> {
  const page = await document.getPage(number)
  const natural = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: Math.min(most.width / natural.width, most.height / natural.height) })
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  await page.render({ canvas, viewport, annotationMode: 0 }).promise
  page.cleanup()
}

async function soonEnough<Result>(work: Promise<Result>): Promise<Result> {
  let end: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    end = setTimeout(() => reject(new NotShown('slow')), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(end)
  }
}
