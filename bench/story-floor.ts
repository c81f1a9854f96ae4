import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import Database from 'better-sqlite3'
import { Hono } from 'hono'
import { jwtVerify, SignJWT } from 'jose'

/** Both parties of a presentation with the least that they can do: bare Hono, `jose`, one table. */
export interface StoryFloor {
  /** One presentation: from the link to the answer that is on the disk. */
  present(): Promise<void>
  close(): Promise<void>
}

const ALG = 'EdDSA'
const DEFINITION = { id: 'age', path: 'ageOver18', const: true }

interface Parties {
  readonly issuer: ReturnType<typeof newKeyPair>
  readonly holder: ReturnType<typeof newKeyPair>
}

export async function openStoryFloor(): Promise<StoryFloor> {
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  const database = new Database(join(directory, 'floor.db'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('CREATE TABLE answers (challenge TEXT PRIMARY KEY, presentation TEXT NOT NULL) STRICT')
  const parties = { issuer: newKeyPair(), holder: newKeyPair() }
  const vc = { credentialSubject: { ageOver18: true } }
  const credential = await new SignJWT({ vc }).setProtectedHeader({ alg: ALG }).sign(parties.issuer.privateKey)
  const { app, newLink } = verifierOf(parties, database)
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    present: () => answer(newLink(`http://127.0.0.1:${port}`), credential, parties),
    async close() {
      server.close()
      await once(server, 'close')
      database.close()
      rmSync(directory, { recursive: true })
    },
  }
}

function newKeyPair() {
  return generateKeyPairSync('ed25519')
}

function verifierOf({ issuer, holder }: Parties, database: Database.Database) {
  const open = new Set<string>()
  const keep = database.prepare('INSERT INTO answers (challenge, presentation) VALUES (?, ?)')
  const app = new Hono()
  app.get('/:challenge/definition', (context) => context.json(DEFINITION))
  app.post('/:challenge', async (context) => {
    const challenge = context.req.param('challenge')
    const presentation = await context.req.text()
    const { payload } = await jwtVerify<{ nonce: string; vp: string }>(presentation, holder.publicKey)
    const { payload: claims } = await jwtVerify<{ vc: { credentialSubject: object } }>(payload.vp, issuer.publicKey)
    const isAnswer = payload.nonce === challenge && satisfies(claims.vc.credentialSubject, DEFINITION)
    if (!isAnswer || !open.delete(challenge)) return context.json({ valid: false }, 400)
    keep.run(challenge, presentation)
    return context.json({ valid: true })
  })
  const newLink = (base: string): string => {
    const challenge = randomUUID()
    open.add(challenge)
    return `wallet://request?${new URLSearchParams({ definition: `${base}/${challenge}/definition`, destination: `${base}/${challenge}` }).toString()}`
  }
  return { app, newLink }
}

function satisfies(subject: object, { path, const: wanted }: typeof DEFINITION): boolean {
  return new Map<string, unknown>(Object.entries(subject)).get(path) === wanted
}

async function answer(link: string, credential: string, { holder, issuer }: Parties): Promise<void> {
  const { searchParams } = new URL(link)
  const [definitionUrl, destination] = [searchParams.get('definition') ?? '', searchParams.get('destination') ?? '']
  const definition = (await (await fetch(definitionUrl)).json()) as typeof DEFINITION
  const { payload } = await jwtVerify<{ vc: { credentialSubject: object } }>(credential, issuer.publicKey)
  if (!satisfies(payload.vc.credentialSubject, definition)) throw new Error('nothing answers the definition')
  const nonce = destination.slice(destination.lastIndexOf('/') + 1)
  const presentation = await new SignJWT({ nonce, vp: credential })
    .setProtectedHeader({ alg: ALG })
    .sign(holder.privateKey)
  const reply = await fetch(destination, { method: 'POST', body: presentation })
  if (!reply.ok) throw new Error(await reply.text())
  await reply.arrayBuffer()
}
