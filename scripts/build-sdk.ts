import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOCUMENTED_PARTS } from '../src-main/http/openapi.ts'
import { writeClient } from './write-client.ts'

/* Generates the clients in TypeScript that `vaultbench sdk` hands out, one for each part of the interface, into dist/sdk. */

const directory = fileURLToPath(new URL('../dist/sdk', import.meta.url))
rmSync(directory, { recursive: true, force: true })
for (const part of DOCUMENTED_PARTS) await writeClient(part, join(directory, part))
