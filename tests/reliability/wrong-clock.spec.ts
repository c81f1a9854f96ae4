// Proves docs/contract/workbench.md, Serving.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { startServed } from '../support/service/served.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  PASSPHRASE,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../support/workbench/workbench.ts'

const { statusGet, workspaceCreate, itemCreate, itemRows } = workbenchOperations
const DAY_MS = 86_400_000

/** As a computer whose battery is empty. */
const BEFORE_1970 = `data:text/javascript,${encodeURIComponent(`
  const real = Date
  const offsetMs = -real.now() - ${DAY_MS}
  globalThis.Date = class extends real {
    constructor(...parts) { parts.length === 0 ? super(real.now() + offsetMs) : super(...parts) }
    static now() { return real.now() + offsetMs }
  }`)}`

describe('a clock before 1970', () => {
  let directory: string
  let workbench: TestWorkbench | undefined
  beforeEach(() => {
    directory = temporaryDirectory()
  })
  afterEach(async () => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
    await workbench?.application.close()
    workbench = undefined
    removeDirectory(directory)
  })

  it('serve › says so, starts and ends in order', async () => {
    vi.stubEnv('NODE_OPTIONS', `--import ${BEFORE_1970}`)
    const served = await startServed('--data', directory)

    expect(served.log()).toContain('The clock of this computer says 1969-12-3')
    expect((await fetch(`${served.line.url}/vault/version`)).status).toBe(200)
    expect(await served.stop('SIGTERM')).toBe(0)
  })

  it.each([
    ['1969', -DAY_MS, true],
    ['1970', 0, true],
    ['2026', Date.UTC(2026, 5, 1), undefined],
  ])('window › in %s, keeps what is made and says what is true of the clock', async (_, now, clockUnset) => {
    vi.useFakeTimers({ toFake: ['Date'], now })
    workbench = await startWorkbench(directory)
    const { call } = workbench
    await call(workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })
    const { user } = await registerUser({ call }, 'Alice')
    await call(itemCreate, {
      params: { user_id: user.id },
      body: { label: 'Car', slots: [{ label: 'a', value: 'b' }] },
    })

    expect((await call(statusGet, {})).clock_unset).toBe(clockUnset)
    expect((await call(itemRows, { params: { user_id: user.id }, query: {} })).rows).toHaveLength(1)
  })
})
