import { parseArgs } from 'node:util'

export interface StartOptions {
  readonly dataDirectory: string | undefined
  /** 0 picks a free port. */
  readonly port: number
  readonly demo: boolean
}

/**
 * Reads the command line of the desktop program. Unknown switches are ignored, because Chromium adds its own; `npm
 * start` has already refused mistyped ones.
 *
 * @throws {Error} if `--port` is not a port number
 */
export function readStartOptions(argv: readonly string[]): StartOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: { data: { type: 'string' }, port: { type: 'string' }, demo: { type: 'boolean' } },
    strict: false,
  })
  return {
    dataDirectory: typeof values.data === 'string' ? values.data : undefined,
    port: typeof values.port === 'string' ? readPort(values.port) : 0,
    demo: values.demo === true,
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new Error(`--port takes a number from 0 to 65535, not "${text}"`)
  return port
}
