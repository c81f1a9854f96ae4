import { parseArgs } from 'node:util'

export interface StartOptions {
  readonly dataDirectory: string | undefined
  /** 0 picks a free one. */
  readonly port: number
  readonly demo: boolean
}

/**
 * Reads the command line of the desktop program. Chromium adds switches of its own to it, so unknown ones are passed
 * over; `npm start` has already refused what a person mistyped.
 *
 * @throws {Error} when `--port` is no port number
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
