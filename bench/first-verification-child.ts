/** Verifies the presentation in a file, says how long that took, and waits to be ended. */
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { JsonObject } from '../shared/presentation-exchange/json.ts'
import { publishedVerifier } from './published-verifier.ts'
import { newVerifier } from './presentations.ts'

const [, , library, path = ''] = process.argv
const presentation = JSON.parse(readFileSync(path, 'utf8')) as JsonObject // written by first-verification.ts
const verify = library === 'published' ? publishedVerifier() : newVerifier()
const began = performance.now()
await verify(presentation)
process.stdout.write(`${JSON.stringify({ milliseconds: performance.now() - began })}\n`)
setInterval(() => undefined, 60_000)
