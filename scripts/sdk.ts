/*
 * npm run sdk -- [--out DIR]
 * Generates a client in TypeScript from the OpenAPI documents, one folder for each part of the interface.
 */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { CommandOption } from '../src-main/composition/command-options.ts'
import { HELP, optionLines } from '../src-main/composition/command-options.ts'
import { DOCUMENTED_PARTS } from '../src-main/http/openapi.ts'
import { writeClient } from './write-client.ts'

const USUAL_DIRECTORY = fileURLToPath(new URL('../dist/sdk', import.meta.url))

const OPTIONS = {
  out: { type: 'string', default: USUAL_DIRECTORY, value: 'DIR', says: 'where to; without it dist/sdk' },
  help: HELP,
} as const satisfies Readonly<Record<string, CommandOption>>

const USAGE = `npm run sdk -- [OPTION]…

Writes a client in TypeScript for each part of the interface, made from its OpenAPI document: DIR/vault, DIR/keystore,
DIR/exchange and DIR/verifier. What is in these folders is replaced. Nothing is fetched.

${optionLines(OPTIONS)}`

const options = readOptions()
if (options.help) process.stdout.write(`${USAGE}\n`)
else if (options.fault !== undefined) {
  process.stderr.write(`${options.fault}\n\n${USAGE}\n`)
  process.exitCode = 2
} else {
  for (const part of DOCUMENTED_PARTS) await writeClient(part, join(options.out, part))
  process.stdout.write(`${options.out}\n`)
}

function readOptions() {
  try {
    const { help, out } = parseArgs({ options: OPTIONS }).values
    return { help, out: resolve(out), fault: undefined }
  } catch (fault) {
    return { help: false, out: USUAL_DIRECTORY, fault: fault instanceof Error ? fault.message : String(fault) }
  }
}
