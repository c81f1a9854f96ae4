import type { PDFDocumentProxy } from 'pdfjs-dist'
import { getDocument, GlobalWorkerOptions, RenderingCancelledException } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url'
import { NotShown } from './draw-image.ts'

/*
 * pdf.js, bundled. Nothing of a document runs: no scripts, no forms of XFA, no annotations, and no address of it is
 * followed; its pages are drawn on a canvas. It is loaded when a PDF is.
 */

/** The most pixels of a picture in a document, and of a page as it is drawn. */
const MOST_PIXELS = 40_000_000

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(text: string): string }
}

/**
 * The worker of pdf.js. The content policy wants the address of a script to come from a policy (Trusted Types); this one
 * knows no address but that of our own file, so the policy stays as strict as it is.
 */
function startWorker(): Worker {
  const types = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes
  const policy = types?.createPolicy('pdf-worker', { createScriptURL: () => workerAddress })
  return new Worker(policy?.createScriptURL('') ?? workerAddress, { type: 'module' })
}

/** Opens a document. Whoever opens it destroys its loading task. */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerPort ??= startWorker()
  const task = getDocument({
    data: bytes,
    enableXfa: false,
    useSystemFonts: true,
    useWasm: false,
    useWorkerFetch: false,
    disableAutoFetch: true,
    maxImageSize: MOST_PIXELS,
    canvasMaxAreaInBytes: 4 * MOST_PIXELS,
    enableHWA: false,
    verbosity: 0,
  })
  // A document under a password is one that cannot be shown.
  task.onPassword = () => void task.destroy()
  try {
    return await task.promise
  } catch {
    throw new NotShown()
  }
}

/**
 * Draws a page on a canvas.
 *
 * @param width of the canvas, in pixels; the height follows
 */
export async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
): Promise<void> {
  try {
    const page = await document.getPage(number)
    const natural = page.getViewport({ scale: 1 })
    const most = Math.sqrt(MOST_PIXELS / (natural.width * natural.height))
    const viewport = page.getViewport({ scale: Math.min(width / natural.width, most) })
    canvas.width = Math.max(1, Math.floor(viewport.width))
    canvas.height = Math.max(1, Math.floor(viewport.height))
    await page.render({ canvas, viewport, annotationMode: 0 }).promise
    page.cleanup()
  } catch (error) {
    if (error instanceof RenderingCancelledException) return
    throw new NotShown()
  }
}
