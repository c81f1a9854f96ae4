import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { atLeast, atMost } from '../../shared/contract/bounds.ts'
import { jsonOfFile, UnreadableFile } from '../../shared/file-text.ts'
import { OidcIssuer, oidcIssuerShape } from '../../shared/contract/oidc-issuers.ts'
import type { FixedIssuer } from '../keystore/oidc/issuer-book.ts'
import { withCheckedKeys } from '../keystore/oidc/issuer-book.ts'
import type { ReadKeys } from '../keystore/oidc/read-keys.ts'
import { keySetIn, KeysUnreadable } from '../keystore/oidc/read-keys.ts'
import { UsageError } from './command-options.ts'
import { textOf } from '../../shared/phrase.ts'
import { ruleOf } from '../../shared/rule-text.ts'

/** An issuer whose keys are in a file, which is read again when a token has an unknown key id. */
const IssuerWithFile = z.strictObject({ ...oidcIssuerShape, jwks_file: z.string().check(atLeast(1)) })
const Issuers = z.array(z.looseObject({})).check(atMost(50))

const MAX_BYTES = 1024 * 1024

/**
 * Reads the issuers set at the start of the program: a JSON list (docs/running.md, Identity providers).
 *
 * @param path `jwks_file` is relative to its folder
 * @throws {UsageError} naming the file and its problem
 */
export function readIssuersFile(path: string): readonly FixedIssuer[] {
  const issuers = issuersIn(path)
  const names = issuers.map(({ issuer }) => issuer)
  if (new Set(names).size !== names.length) throw unusable(path, 'it names an issuer twice')
  return issuers.map((issuer) => {
    if (!('jwks_file' in issuer)) return checked(path, issuer)
    const { jwks_file, ...settings } = issuer
    return { ...settings, readKeys: keysInFile(resolve(dirname(path), jwks_file)) }
  })
}

function issuersIn(path: string): readonly (OidcIssuer | z.output<typeof IssuerWithFile>)[] {
  return read(path, Issuers, jsonIn(path)).map((issuer, index) =>
    'jwks_file' in issuer ? read(path, IssuerWithFile, issuer, index) : read(path, OidcIssuer, issuer, index),
  )
}

function read<Value>(path: string, schema: z.ZodType<Value>, value: unknown, ...place: readonly number[]): Value {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const where = [...place, ...(issue?.path ?? [])].join('.')
  throw unusable(
    path,
    `${where === '' ? 'the list' : `\`${where}\``} ${issue === undefined ? 'is wrong' : textOf(ruleOf(issue))}`,
  )
}

function jsonIn(path: string): unknown {
  try {
    return jsonOfFile(readFileSync(path))
  } catch (cause) {
    throw unusable(path, cause instanceof UnreadableFile ? cause.message : 'it cannot be read')
  }
}

function checked(path: string, issuer: OidcIssuer): OidcIssuer {
  try {
    return withCheckedKeys(issuer)
  } catch (fault) {
    throw unusable(path, fault instanceof Error ? fault.message : String(fault))
  }
}

function unusable(path: string, why: string): UsageError {
  return new UsageError(`--oidc-issuers: ${path} cannot be used: ${why}`)
}

function keysInFile(path: string): ReadKeys {
  return async () => {
    const bytes = await readFile(path).catch((cause: unknown) => {
      throw new KeysUnreadable('the file with the keys cannot be read', { cause })
    })
    if (bytes.length > MAX_BYTES) throw new KeysUnreadable('the file with the keys is too large')
    return keySetIn(bytes)
  }
}
