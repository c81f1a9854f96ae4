import { phrase } from '../phrase.ts'
import { memberOf, textOf } from '../presentation-exchange/json.ts'
import type { JsonObject, Location } from '../presentation-exchange/json.ts'
import { MAX_PATH_LENGTH } from '../presentation-exchange/json-path.ts'
import { readQuery } from './check-query.ts'
import type { ClaimsQuery, CredentialQuery, CredentialSetQuery, DcqlQuery } from './query.ts'
import { jsonPathOf, lossList } from './translation.ts'
import type { Lose, Translation } from './translation.ts'

/** Translates `{ name?, purpose?, dcql_query }` without faults into a presentation definition. */
export function definitionFromQuery(sent: JsonObject): Translation {
  const { losses, lose } = lossList()
  const query = readQuery(sent['dcql_query'])
  const [name, purpose] = [textOf(memberOf(sent, 'name')), textOf(memberOf(sent, 'purpose'))]
  const groups = groupsOf(query)
  const input_descriptors = query.credentials.map((credential, index) => ({
    id: credential.id,
    ...(groups && { group: groups.get(credential.id) }),
    ...descriptorOf(credential, ['dcql_query', 'credentials', index], lose),
  }))
  const translated = {
    ...(name && { name }),
    ...(purpose && { purpose }),
    input_descriptors,
    ...(groups && { submission_requirements: requirementsOf(query) }),
  }
  return { translated, losses }
}

function descriptorOf(credential: CredentialQuery, at: Location, lose: Lose): JsonObject {
  const { format, multiple, trusted_authorities, require_cryptographic_holder_binding: isBound } = credential
  if (multiple) lose([...at, 'multiple'], 'cannot be expressed: one credential answers an input')
  if (trusted_authorities) lose([...at, 'trusted_authorities'], 'cannot be requested in Presentation Exchange')
  if (!isBound) {
    const message = 'cannot be expressed: the answer is a presentation that its holder signs'
    lose([...at, 'require_cryptographic_holder_binding'], message)
  }
  const isSdJwt = format === 'dc+sd-jwt' || format === 'vc+sd-jwt'
  if (!isSdJwt) lose([...at, 'format'], phrase`is left out, because ${format} needs a list of algorithms there`)
  const fields = [...metaFields(credential, at, lose), ...claimFields(credential, at, lose)]
  return {
    ...(isSdJwt && { format: { [format]: {} } }),
    constraints: { limit_disclosure: 'required', ...(fields.length > 0 && { fields }) },
  }
}

function metaFields({ meta }: CredentialQuery, at: Location, lose: Lose): readonly JsonObject[] {
  const { vct_values, type_values, doctype_value } = meta
  if (doctype_value !== undefined)
    lose([...at, 'meta', 'doctype_value'], 'cannot be requested in Presentation Exchange')
  if (type_values) lose([...at, 'meta', 'type_values'], 'are compared as they are written, and not as IRIs')
  const anyOf = type_values?.map((types) => ({ allOf: types.map((type) => ({ contains: { const: type } })) }))
  return [
    ...(vct_values ? [{ path: ['$.vct'], filter: { type: 'string', enum: vct_values } }] : []),
    ...(anyOf ? [{ path: ['$.type'], filter: { type: 'array', anyOf } }] : []),
  ]
}

/** Claim sets are a choice between combinations, which a descriptor does not have: the one preferred is asked for. */
function claimFields({ claims = [], claim_sets }: CredentialQuery, at: Location, lose: Lose): readonly JsonObject[] {
  const [preferred] = claim_sets ?? []
  if (claim_sets && (claim_sets.length > 1 || claim_sets[0]?.length !== claims.length)) {
    lose([...at, 'claim_sets'], 'is a choice, of which only the first is requested')
  }
  return claims.flatMap((claim, index) => {
    const isAsked = preferred === undefined || (claim.id !== undefined && preferred.includes(claim.id))
    return isAsked ? fieldOf(claim, [...at, 'claims', index], lose) : []
  })
}

function fieldOf({ path, values }: ClaimsQuery, at: Location, lose: Lose): readonly JsonObject[] {
  const text = jsonPathOf(path)
  if (text.length > MAX_PATH_LENGTH) {
    lose([...at, 'path'], 'is too long for a JSONPath, so it is left out')
    return []
  }
  if (path.includes(null)) lose([...at, 'path'], 'selects any element, and a JSONPath selects the first')
  return [{ path: [text], ...(values && { filter: { enum: values } }) }]
}

const setGroup = (set: number) => `set${set + 1}`
const optionGroup = (set: number, option: number) => `${setGroup(set)}_option${option + 1}`
const UNASKED = 'not_asked'

const isSimple = ({ options }: CredentialSetQuery) => options.every((option) => new Set(option).size === 1)

/** The groups of each descriptor; undefined where all of them are needed. */
function groupsOf({ credentials, credential_sets }: DcqlQuery): ReadonlyMap<string, readonly string[]> | undefined {
  if (credential_sets === undefined) return undefined
  return new Map(
    credentials.map(({ id }) => {
      const groups = credential_sets.flatMap((set, index) => {
        if (isSimple(set)) return set.options.some((option) => option.includes(id)) ? [setGroup(index)] : []
        return set.options.flatMap((option, place) => (option.includes(id) ? [optionGroup(index, place)] : []))
      })
      return [id, groups.length > 0 ? groups : [UNASKED]]
    }),
  )
}

function requirementsOf(query: DcqlQuery): readonly JsonObject[] {
  const sets = (query.credential_sets ?? []).map((set, index) => {
    const rule = { rule: 'pick', min: set.required ? 1 : 0 }
    if (isSimple(set)) return { ...rule, from: setGroup(index) }
    return { ...rule, from_nested: set.options.map((_, option) => ({ rule: 'all', from: optionGroup(index, option) })) }
  })
  const isUnasked = [...(groupsOf(query)?.values() ?? [])].some((groups) => groups.includes(UNASKED))
  return isUnasked ? [...sets, { rule: 'pick', min: 0, from: UNASKED }] : sets
}
