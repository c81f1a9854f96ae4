import type { PDFDocumentProxy } from 'pdfjs-dist'
import { getDocument, PDFWorker, RenderingCancelledException } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url'
import { NotShown } from './draw-image.ts'

/*
 * pdf.js, bundled. Nothing of a document runs: no scripts, no forms of XFA, no annotations, and no address of it is
 * followed; its pages are drawn on a canvas. It is loaded when a PDF is. Each document has a worker of its own, which is
 * ended with it, or when opening it or drawing a page takes too long: none can keep the others waiting.
 */

/** The most pixels of a picture in a document, and of a page as it is drawn. */
const MOST_PIXELS = 40_000_000

/** What pdf.js writes to the console, on this thread and on its own: a broken document is told to who opened it. */
const ERRORS_ONLY = 0

/** So long may a document take to open, and a page to be drawn. */
const PATIENCE_MS = 20_000

/** An opened document. Whoever opened it closes it. */
export interface OpenedPdf {
  readonly document: Pick<PDFDocumentProxy, 'numPages' | 'getPage'>
  /** Ends its worker at once, whatever that does. */
  readonly close: () => void
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(text: string): string }
}

/**
 * The worker of pdf.js. The content policy wants the address of a script to come from a policy (Trusted Types); this one
 * knows no address but that of our own file, so the policy stays as strict as it is.
 */
function startWorker(): Worker {
  const types = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes
  policy ??= types?.createPolicy('pdf-worker', { createScriptURL: () => workerAddress })
  return new Worker(policy?.createScriptURL('') ?? workerAddress, { type: 'module' })
}

/** A policy of a name can be made once. */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** @throws {NotShown} for what is no document, is under a password, or takes too long */
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
    // The worker may never answer that it let go of the document, so nobody waits for that.
    void task.destroy().catch(() => undefined)
    worker.destroy()
    port.terminate()
  }
  // A document under a password is one that cannot be shown.
  task.onPassword = () => void task.destroy()
  try {
    return { document: await soonEnough(task.promise), close }
  } catch {
    close()
    throw new NotShown()
  }
}

/**
 * Draws a page on a canvas. A document whose page takes too long is closed.
 *
 * @param width of the canvas, in pixels; the height follows
 * @throws {NotShown}
 */
export async function drawPage(
  { document, close }: OpenedPdf,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
): Promise<void> {
  try {
    await soonEnough(draw(document, number, canvas, width))
  } catch (error) {
    if (error instanceof RenderingCancelledException) return
    close()
    throw new NotShown()
  }
}

async function draw(
  document: OpenedPdf['document'],
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
): Promise<void> {
  const page = await document.getPage(number)
  const natural = page.getViewport({ scale: 1 })
  const most = Math.sqrt(MOST_PIXELS / (natural.width * natural.height))
  const viewport = page.getViewport({ scale: Math.min(width / natural.width, most) })
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  await page.render({ canvas, viewport, annotationMode: 0 }).promise
  page.cleanup()
}

async function soonEnough<Result>(work: Promise<Result>): Promise<Result> {
  let end: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    end = setTimeout(() => reject(new NotShown()), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(end)
  }
}
