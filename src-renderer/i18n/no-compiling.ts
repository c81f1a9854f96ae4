/**
 * The content security policy forbids compiling code at run time, so zod must be told before the first schema is made.
 * Imports run in order, so every page imports this file first.
 */
import { z } from 'zod'

z.config({ jitless: true })
