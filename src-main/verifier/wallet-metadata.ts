import { z } from 'zod'
import type { FaultyField } from '../../shared/contract/errors.ts'
import { faultyFieldsError } from '../../shared/contract/errors.ts'
import { phrase } from '../../shared/phrase.ts'
import { readJsonText } from '../service/other-bodies.ts'
import type { StoredRequest } from './verifier-request-store.ts'

const Names = z.array(z.string()).nullish()
/** What is looked at of the metadata of a wallet (OpenID4VP 1.0, 10.1; RFC 8414, 2; RFC 9101, 10.1). */
const WalletMetadata = z.looseObject({
  response_types_supported: Names,
  response_modes_supported: Names,
  request_object_signing_alg_values_supported: Names,
  client_id_prefixes_supported: Names,
  /** As the drafts named it. */
  client_id_schemes_supported: Names,
})
type Listed = Exclude<keyof z.infer<typeof WalletMetadata>, number>

/**
 * Checks that a wallet can answer a signed request, by what it says of itself. What it does not list it may be able to
 * do, because few wallets list everything.
 *
 * @param text JSON @throws {ServiceError} `bad_request` for what is no JSON, `invalid_params`
 */
export function requireAbleWallet(text: string, { query_language }: Pick<StoredRequest, 'query_language'>): void {
  const read = WalletMetadata.safeParse(readJsonText(text, 'wallet_metadata'))
  if (!read.success) {
    const place = read.error.issues[0]?.path[0]
    throw faultyFieldsError([
      place === undefined
        ? faultOf('must be a JSON object')
        : faultOf(phrase`must have a list of texts as ${String(place)}`),
    ])
  }
  const faults = needsOf(query_language).flatMap(({ members, value }) => {
    const lists = members.flatMap((name) => (read.data[name] as readonly string[] | null | undefined) ?? [])
    const isListed = members.some((name) => Array.isArray(read.data[name]))
    return !isListed || value.some((one) => lists.includes(one)) ? [] : [unable(members[0], value[0])]
  })
  if (faults.length > 0) throw faultyFieldsError(faults)
}

interface Need {
  /** Lists of which one must have one of the values. */
  readonly members: readonly [Listed, ...Listed[]]
  readonly value: readonly [string, ...string[]]
}

function needsOf(language: StoredRequest['query_language']): readonly Need[] {
  return [
    { members: ['response_types_supported'], value: ['vp_token'] },
    { members: ['response_modes_supported'], value: ['direct_post'] },
    { members: ['request_object_signing_alg_values_supported'], value: ['ES256'] },
    {
      members: ['client_id_prefixes_supported', 'client_id_schemes_supported'],
      value: language === 'dcql' ? ['decentralized_identifier'] : ['decentralized_identifier', 'did'],
    },
  ]
}

function unable(member: string, value: string): FaultyField {
  return faultOf(phrase`has ${member} without ${value}, which this request needs: answer with a wallet that has it`)
}

function faultOf(rule: FaultyField['rule']): FaultyField {
  return { path: 'wallet_metadata', code: 'invalid_params', rule }
}
