import { Socket } from 'node:net'
import { afterAll, beforeAll, expect, vi } from 'vitest'

/** For a spec of what must not ask anybody: each connection of this process fails the test that made it. */
export function refuseNetwork(): void {
  beforeAll(() => {
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(() => expect.unreachable('a socket was opened'))
    vi.stubGlobal('fetch', () => expect.unreachable('something was fetched'))
  })
  afterAll(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals() // other specs share the process
  })
}
