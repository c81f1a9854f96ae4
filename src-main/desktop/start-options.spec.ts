import { describe, expect, it } from 'vitest'
import { readStartOptions } from './start-options.ts'

describe('readStartOptions', () => {
  it('picks a free port and the usual data directory, told nothing', () => {
    expect(readStartOptions([])).toEqual({ dataDirectory: undefined, port: 0, demo: false })
  })

  it('reads its own options between those of Chromium', () => {
    const argv = ['.', '--no-sandbox', '--demo', '--data', '/tmp/w', '--lang=de', '--port=4000', '--inspect=1']

    expect(readStartOptions(argv)).toEqual({ dataDirectory: '/tmp/w', port: 4000, demo: true })
  })

  it.each(['65536', '-1', '1.5', '0x10', 'http', ''])('refuses the port %j, naming it', (port) => {
    expect(() => readStartOptions([`--port=${port}`])).toThrow(`"${port}"`)
  })
})
