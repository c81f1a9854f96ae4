import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writePassingFile } from './data-directory.ts'

/** The address at which the program that has a data directory takes commands, and what lets a command in. */
const CommandEndpoint = z.object({ url: z.string(), token: z.string() })
export type CommandEndpoint = Readonly<z.infer<typeof CommandEndpoint>>

const ENDPOINT_FILE = 'commands.json'

/** Publishes the endpoint to programs of the same user, in a file only they can read. @returns removes it again */
export function publishCommandEndpoint(dataDirectory: string, endpoint: CommandEndpoint): () => void {
  const path = join(dataDirectory, ENDPOINT_FILE)
  writePassingFile(path, JSON.stringify(endpoint))
  return () => {
    rmSync(path, { force: true })
  }
}

/** @returns undefined when the program that has the directory takes no commands */
export function readCommandEndpoint(dataDirectory: string): CommandEndpoint | undefined {
  try {
    return CommandEndpoint.parse(JSON.parse(readFileSync(join(dataDirectory, ENDPOINT_FILE), 'utf8')))
  } catch {
    return undefined
  }
}
