/**
 * The content policy forbids compiling code at run time, and zod decides about that when a schema is made. Imports run in
 * their order, so a page imports this before anything else.
 */
import { z } from 'zod'

z.config({ jitless: true })
