// Proves docs/contract/workbench.md, Commands.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DOCUMENTED_PARTS } from '../http/openapi.ts'
import { run } from './sdk-command.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vaultbench-sdk-'))
  for (const part of DOCUMENTED_PARTS) {
    mkdirSync(join(directory, 'program/sdk', part), { recursive: true })
    writeFileSync(join(directory, 'program/sdk', part, 'index.ts'), `// ${part}`)
  }
  mkdirSync(join(directory, 'program/main'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const sdk = async (json = false) => {
  let out = ''
  const ports = {
    out: (text: string) => (out += text),
    program: join(directory, 'program/main/vaultbench.js'),
  } as never
  const code = await run({ values: { out: join(directory, 'client'), json, help: false }, positionals: [] }, ports)
  return { code, out }
}

describe('sdk', () => {
  it('writes each client, in the place of what is there, and leaves the rest alone', async () => {
    for (const name of ['vault/old.ts', 'mine.ts']) {
      mkdirSync(join(directory, 'client/vault'), { recursive: true })
      writeFileSync(join(directory, 'client', name), '')
    }

    expect(await sdk()).toEqual({ code: 0, out: `${join(directory, 'client')}\n` })
    expect(readFileSync(join(directory, 'client/exchange/index.ts'), 'utf8')).toBe('// exchange')
    expect(['vault/old.ts', 'mine.ts'].map((name) => existsSync(join(directory, 'client', name)))).toEqual([
      false,
      true,
    ])
    expect(JSON.parse((await sdk(true)).out)).toEqual({ directory: join(directory, 'client'), parts: DOCUMENTED_PARTS })
  })

  it('refuses a program without clients, and writes nothing', async () => {
    cpSync(join(directory, 'program/main'), join(directory, 'program/other'), { recursive: true })
    rmSync(join(directory, 'program/sdk'), { recursive: true })

    await expect(Promise.resolve().then(() => sdk())).rejects.toThrow('built without its clients')
    expect(existsSync(join(directory, 'client'))).toBe(false)
  })
})
