import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeTransientFile } from './data-directory.ts'

/** Where the program that uses a data directory accepts commands, and the token it requires. */
const CommandEndpoint = z.object({ url: z.string(), token: z.string() })
export type CommandEndpoint = Readonly<z.infer<typeof CommandEndpoint>>

const ENDPOINT_FILE = 'commands.json'

/** Publishes the endpoint in a file that only this user can read. Returns a function that removes the file. */
export function publishCommandEndpoint(dataDirectory: string, endpoint: CommandEndpoint): () => void {
  const path = join(dataDirectory, ENDPOINT_FILE)
  writeTransientFile(path, JSON.stringify(endpoint))
  return () => {
    rmSync(path, { force: true })
  }
}

/** @returns undefined if no program accepts commands for the directory */
export function readCommandEndpoint(dataDirectory: string): CommandEndpoint | undefined {
  try {
    return CommandEndpoint.parse(JSON.parse(readFileSync(join(dataDirectory, ENDPOINT_FILE), 'utf8')))
  } catch {
    return undefined
  }
}
