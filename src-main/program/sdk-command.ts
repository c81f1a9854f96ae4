import { cpSync, existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DOCUMENTED_PARTS } from '../http/openapi.ts'
import { CouldNotRun, EXIT } from './command.ts'
import type { RunCommand } from './command-table.ts'

/** The clients are beside the program, where the build puts them (scripts/build-sdk.ts). */
const CLIENTS = '../sdk'

/** Copies the clients that were generated when this program was built: they depend on its version alone. */
export const run: RunCommand<'sdk'> = ({ values: { out = 'vaultbench-sdk', json } }, ports) => {
  const [from, to] = [join(ports.program, '..', CLIENTS), resolve(out)]
  if (!existsSync(from)) throw new CouldNotRun('this program was built without its clients')
  for (const part of DOCUMENTED_PARTS) {
    rmSync(join(to, part), { recursive: true, force: true })
    cpSync(join(from, part), join(to, part), { recursive: true })
  }
  ports.out(json ? `${JSON.stringify({ directory: to, parts: DOCUMENTED_PARTS })}\n` : `${to}\n`)
  return Promise.resolve(EXIT.success)
}
