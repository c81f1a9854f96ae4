import { z } from 'zod'
import { MESSAGE_FIELDS } from './errors.ts'
import { namedObject } from './values.ts'

/**
 * Warns of something that is legal in a definition but probably unintended: a JSON Pointer into the body, a code, and a
 * sentence. The schema has its own file so that the first screen does not load the rules of definitions with it.
 */
export const DefinitionWarning = namedObject('DefinitionWarning', {
  path: z.string(),
  code: z.string(),
  ...MESSAGE_FIELDS,
})
