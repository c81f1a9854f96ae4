import { CallError } from '../../../shared/contract/caller.ts'

/** The reply, or undefined when what was asked for is not there any more. */
export async function allowNotFound<Reply>(reply: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_found') return undefined
    throw error
  }
}
