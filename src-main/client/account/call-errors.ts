import { CallError } from '../../../shared/contract/caller.ts'

/** Returns the reply, or undefined when the service answers `not_found`. */
export async function allowNotFound<Reply>(reply: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_found') return undefined
    throw error
  }
}
