import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call } from '../shared/contract/caller.ts'
import { callOver } from '../shared/contract/caller.ts'
import { startApplication } from '../src-main/composition/application.ts'
import type { PassphraseCost } from '../src-main/crypto/passphrase.ts'
import type { ServiceReply } from '../src-main/service/reply.ts'
import { benchLog } from './program-log.ts'

/** Where hashing is not what is measured. */
export const CHEAP_HASH: PassphraseCost = { opsLimit: 1, memoryKib: 8 }

/** The application over a data directory of its own, as its window calls it, while the work runs. */
export async function withWorkbench<Result>(
  cost: PassphraseCost,
  work: (call: Call) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  const application = await startApplication({
    dataDirectory,
    port: 0,
    mode: 'headless',
    open: 'nothing',
    cost,
    warmUp: false,
    log: benchLog,
  })
  try {
    const { workbench } = application
    return await work(callOver(async (request) => (await workbench.invoke(request)) as ServiceReply)) // plain data
  } finally {
    await application.close()
    rmSync(dataDirectory, { recursive: true })
  }
}
