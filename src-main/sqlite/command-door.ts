import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writePassingFile } from './data-directory.ts'

/** Where the program that has a data directory takes commands, and what lets a command in. */
const CommandDoor = z.object({ url: z.string(), token: z.string() })
export type CommandDoor = Readonly<z.infer<typeof CommandDoor>>

const DOOR_FILE = 'commands.json'

/** Says it to programs of the same user: only they can read the file. @returns how to take it back */
export function openCommandDoor(dataDirectory: string, door: CommandDoor): () => void {
  const path = join(dataDirectory, DOOR_FILE)
  writePassingFile(path, JSON.stringify(door))
  return () => {
    rmSync(path, { force: true })
  }
}

/** @returns undefined when the program that has the directory takes no commands */
export function readCommandDoor(dataDirectory: string): CommandDoor | undefined {
  try {
    return CommandDoor.parse(JSON.parse(readFileSync(join(dataDirectory, DOOR_FILE), 'utf8')))
  } catch {
    return undefined
  }
}
