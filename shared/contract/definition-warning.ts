import { z } from 'zod'
import { TOLD } from './errors.ts'

/**
 * What is legal in a definition but probably not meant: a JSON Pointer into the body, a code, and a sentence. In a file of
 * its own, so that the first screen does not load the rules of definitions with it.
 */
export const DefinitionWarning = z
  .object({ path: z.string(), code: z.string(), ...TOLD })
  .meta({ id: 'DefinitionWarning' })
