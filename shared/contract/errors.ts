import { z } from 'zod'
import { asPhrase, isPhrase, phrase, textOf, messageFields } from '../phrase.ts'
import type { Phrase, MessageFields, Message } from '../phrase.ts'
import { atLeast } from './bounds.ts'

export { asPhrase, phrase, messageFields }
export type { MessageFields, Message }

/**
 * Every error code a caller can see, with its HTTP status and meaning. `npm run pages` writes it into `docs/errors.md`.
 */
export const ERROR_CATALOGUE = {
  bad_request: { status: 400, meaning: 'The request could not be read: broken JSON, wrong shape, broken header.' },
  invalid_params: { status: 400, meaning: 'A parameter has a value that is not allowed.' },
  param_missing: { status: 400, meaning: 'A required parameter is missing.' },
  param_not_permitted: { status: 400, meaning: 'A parameter is present that this operation forbids.' },
  invalid_cursor: { status: 400, meaning: 'next_page_after is not a cursor of this list.' },
  invalid_public_key: {
    status: 400,
    meaning: 'The public key is neither PEM RSA of at least 2048 bits nor a pdv1 bundle.',
  },
  invalid_encrypted_value: { status: 400, meaning: 'The value is not cipher text of a known family.' },
  ciphertext_format_invalid: { status: 400, meaning: 'A key-store value is not cipher text of a known family.' },
  plain_value_not_permitted: { status: 400, meaning: 'A clear slot value was sent; send encrypted_value.' },
  template_not_found: { status: 400, meaning: 'No item template of that name is visible to the user.' },
  slot_not_found: { status: 400, meaning: 'The slot id is not a slot of this item.' },
  slot_attribute_not_permitted: { status: 400, meaning: 'A slot attribute is not allowed here.' },
  invalid_slot_type: { status: 400, meaning: 'slot_type_name is unknown or cannot be changed.' },
  attachment_not_found: { status: 400, meaning: 'No attachment of the user has that id.' },
  attachments_folder_not_found: { status: 400, meaning: 'No attachments folder of the user has that id.' },
  attachment_change_not_permitted: { status: 400, meaning: "A slot's attachment cannot be removed or replaced." },
  attachments_folder_change_not_permitted: {
    status: 400,
    meaning: "A slot's attachments folder cannot be removed or replaced.",
  },
  blob_not_uploaded: { status: 400, meaning: 'A file was not uploaded, or its blocks were not joined yet.' },
  blob_mismatch: { status: 400, meaning: 'A file is not the one the upload address was made for.' },
  size_type_invalid: { status: 400, meaning: 'The size of a thumbnail is not a supported one.' },
  classification_node_not_found: { status: 400, meaning: 'No such classification node is visible to the user.' },
  classification_scheme_not_user_managed: {
    status: 400,
    meaning: 'The nodes of this scheme come from the operator; users make none.',
  },
  classification_scheme_not_found: { status: 400, meaning: 'No such classification scheme.' },
  admission_token_invalid: { status: 400, meaning: 'The admission token is unknown or already used.' },
  valid_for_invalid: { status: 400, meaning: 'valid_for is not a whole number of seconds within the limits.' },
  own_invitation: { status: 400, meaning: 'The invitation is your own.' },
  delegation_token_missing: { status: 400, meaning: 'The delegation token is missing, unknown, or of another role.' },
  delegate_role_invalid: { status: 400, meaning: 'The role of the delegate is missing or unknown.' },
  delegation_token_required: { status: 400, meaning: 'The delegation token of the child user is missing.' },
  delegation_token_unknown: { status: 400, meaning: 'The delegation token is not that of this connection or child.' },
  delegation_expired: { status: 400, meaning: 'The delegation was not claimed in time.' },
  delegation_already_claimed: { status: 400, meaning: 'Somebody else claimed the delegation.' },
  delegation_kek_missing: { status: 400, meaning: 'The account owner has not handed the key over yet.' },
  delegate_public_key_required: { status: 400, meaning: "The delegate's public key is needed with the first call." },
  delegate_public_key_mismatch: {
    status: 400,
    meaning: "The public key is not the delegate's key of the connection, or another one than before.",
  },
  child_user_exists: { status: 400, meaning: 'The keys of this child user are already stored.' },
  username_taken: { status: 400, meaning: 'An account with this username exists; log in instead.' },
  username_not_issued: { status: 400, meaning: 'The username was never issued, or more than 24 hours ago.' },
  srp_value_invalid: { status: 400, meaning: 'An SRP value is not a usable hexadecimal number.' },
  vault_account_exists: { status: 400, meaning: 'The key-store user already has a vault account.' },
  key_encryption_key_exists: { status: 400, meaning: 'The key-encryption key cannot be replaced this way any more.' },
  data_encryption_key_in_use: {
    status: 400,
    meaning: 'Values of a vault user or an agent are or were sealed with the data-encryption key.',
  },
  external_identifier_taken: { status: 400, meaning: 'Another key pair of the user has this external identifier.' },
  recipient_not_connected: { status: 400, meaning: 'You are not connected to the recipient.' },
  sharing_with_self: { status: 400, meaning: 'An item cannot be shared with yourself or with its owner.' },
  public_key_mismatch: { status: 400, meaning: "The public key is not the recipient's key of your connection." },
  slot_values_incomplete: { status: 400, meaning: 'A slot that has a value is missing from the values.' },
  verification_data_missing: { status: 400, meaning: 'A value has no verification key or no verification hash.' },
  verification_hash_not_permitted: { status: 400, meaning: 'Whoever passes an item on cannot give its hashes.' },
  expires_at_invalid: { status: 400, meaning: 'The time has passed, or is later than the share that is passed on.' },
  share_not_of_item: { status: 400, meaning: 'The share id is not an active share of this item.' },
  unauthorized: { status: 401, meaning: 'No valid credentials; extra_info.reason says why.' },
  login_failed: { status: 401, meaning: 'The login proof or login key is wrong.' },
  subscription_key_invalid: { status: 401, meaning: 'The subscription key is missing or unknown.' },
  admin_password_invalid: { status: 401, meaning: 'The operator password is missing or wrong.' },
  forbidden: { status: 403, meaning: 'The caller is known but may not do this.' },
  delegation_not_permitted: { status: 403, meaning: 'No delegation allows this call for that user.' },
  not_item_owner: { status: 403, meaning: 'Only the owner of the item may do this.' },
  onsharing_not_permitted: { status: 403, meaning: 'You may not pass this item on.' },
  agents_only: { status: 403, meaning: 'Only the agent of an organization or service may do this.' },
  not_organization_member: { status: 403, meaning: 'Only members of the organization may do this.' },
  role_not_sufficient: { status: 403, meaning: 'Your role in the organization does not allow this.' },
  agent_suspended: { status: 403, meaning: 'The organization or service is suspended: nobody can act as it.' },
  session_not_sufficient: { status: 403, meaning: 'The session may not do this: log in with the passphrase.' },
  not_found: { status: 404, meaning: 'Nothing of that kind is visible to the caller.' },
  key_encryption_key_not_found: { status: 404, meaning: 'The user has not stored a key-encryption key yet.' },
  method_not_allowed: { status: 405, meaning: 'The path exists with other methods; see the Allow header.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive completely in time.' },
  name_taken: { status: 409, meaning: 'The name or key is already in use.' },
  share_not_acceptable: { status: 409, meaning: 'The acceptance of the share does not allow this.' },
  share_changed: { status: 409, meaning: 'The key of the share is no longer the one in the request.' },
  invitation_used: { status: 409, meaning: 'The invitation was used already.' },
  wrong_status: { status: 409, meaning: 'The state of the record does not allow this.' },
  delegation_exists: { status: 409, meaning: 'One of the two may already act for the other.' },
  already_member: { status: 409, meaning: 'You are a member of this organization already.' },
  last_owner: {
    status: 409,
    meaning: 'This is the last owner of an organization, or the last parent of a child without a login.',
  },
  in_use: { status: 409, meaning: 'Other records use this one.' },
  keypair_in_use: { status: 409, meaning: 'An account, a connection or an organization needs the key pair.' },
  attachment_in_use: { status: 409, meaning: 'A slot uses the attachment, and a slot keeps its attachment.' },
  attachments_folder_in_use: { status: 409, meaning: 'A slot uses the attachments folder.' },
  organization_key_missing: { status: 409, meaning: 'The private key of the organization or service is not stored.' },
  organization_key_wrong: { status: 409, meaning: 'The private key is not that of the organization or service.' },
  operator_locked: { status: 423, meaning: 'The operator console is closed; open it with the operator password.' },
  session_of_oidc: { status: 409, meaning: 'The call came with a JWT; only token sessions can be ended or resumed.' },
  request_closed: { status: 409, meaning: 'The verifier request was answered already.' },
  registry_entry_exists: {
    status: 409,
    meaning: 'The registry holds another document of that name; confirm to replace it.',
  },
  making_cancelled: { status: 409, meaning: 'Making it was cancelled; nothing was changed.' },
  network_unavailable: { status: 409, meaning: 'This computer has no address on a local network.' },
  wallet_run_open: { status: 409, meaning: 'A request is open in the wallet; answer or refuse it first.' },
  endpoint_removed: { status: 410, meaning: 'This endpoint was removed; extra_info.replacement names its successor.' },
  invitation_expired: { status: 410, meaning: 'The invitation has expired.' },
  url_expired: { status: 410, meaning: 'The signed address has expired.' },
  request_expired: { status: 410, meaning: 'The verifier request has ended.' },
  request_cancelled: { status: 410, meaning: 'The verifier request was cancelled.' },
  precondition_failed: {
    status: 412,
    meaning: 'The condition of an If-Match or If-None-Match header does not hold.',
  },
  payload_too_large: { status: 413, meaning: 'The body is larger than allowed.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body is not in UTF-8, or of a type this operation does not take.',
  },
  range_not_satisfiable: { status: 416, meaning: 'The file has no such bytes, or the range cannot be read.' },
  workspace_locked: { status: 423, meaning: 'The workspace is locked or not open; unlock it in the window.' },
  user_locked: { status: 423, meaning: "The user's keys are locked; sign in with the passphrase." },
  workspace_passphrase_wrong: { status: 403, meaning: 'The passphrase or recovery code does not open this workspace.' },
  workspace_not_protected: { status: 409, meaning: 'The workspace has no passphrase, and so no keys to change.' },
  workspace_not_usable: { status: 409, meaning: "The workspace's files cannot be used; the message says why." },
  passphrase_too_common: { status: 400, meaning: 'The passphrase is among the most common ones.' },
  secret_string_invalid: { status: 400, meaning: 'The secret string is misspelt or of another kind.' },
  wallet_link_invalid: {
    status: 400,
    meaning: 'The text is not a link to a verifier request; extra_info.reason says why.',
  },
  registry_document_invalid: {
    status: 400,
    meaning: 'The document is not one this registry can hold; the message says why.',
  },
  status_list_full: { status: 409, meaning: 'Every index of the status list is taken; the message names the list.' },
  presentation_form_not_taken: {
    status: 400,
    meaning: 'The body is not a presentation in a supported form; the message says what it is.',
  },
  wallet_declined: { status: 400, meaning: 'The wallet answered with an error instead of a presentation.' },
  credential_invalid: { status: 400, meaning: 'The text holds no credential, or its values break the schema.' },
  invitation_link_invalid: { status: 400, meaning: 'The text is neither the link of an invitation nor its token.' },
  share_passphrase_wrong: { status: 403, meaning: 'The passphrase does not open this share.' },
  task_run_active: { status: 409, meaning: 'Client tasks of this user are being run; cancel that run or wait.' },
  source_changed: { status: 409, meaning: 'The file to upload is no longer what it was, or cannot be read again.' },
  edit_conflict: { status: 409, meaning: 'The item changed since it was opened for editing.' },
  value_cannot_be_opened: { status: 409, meaning: "The stored cipher text does not open with the user's keys." },
  upgrade_required: { status: 426, meaning: 'The client speaks a newer major version than this service.' },
  headers_too_large: { status: 431, meaning: 'The headers are too long, or there are too many of them.' },
  too_many_requests: {
    status: 429,
    meaning: 'Too many attempts, or too many waiting requests; wait for the time in Retry-After.',
  },
  internal_error: { status: 500, meaning: 'A fault of the service; nothing was changed.' },
  storage_damaged: {
    status: 500,
    meaning: 'The database is damaged: a part of it cannot be read; nothing was changed.',
  },
  file_damaged: { status: 500, meaning: 'A stored block of the file is missing or was altered.' },
  exchange_unavailable: {
    status: 502,
    meaning: 'The verifier got no answer from the exchange; extra_info.status says which.',
  },
  passphrase_not_hashed: { status: 503, meaning: 'Hashing the passphrase failed, usually for lack of memory.' },
  server_busy: { status: 503, meaning: 'Too many requests at the same time; nothing was changed.' },
  storage_full: { status: 507, meaning: 'The disk is full; nothing was changed.' },
  storage_read_only: {
    status: 507,
    meaning: 'The data directory is read-only, or was moved or deleted; nothing was changed.',
  },
} as const satisfies Record<string, { readonly status: number; readonly meaning: string }>

export type ErrorCode = keyof typeof ERROR_CATALOGUE

const NestedPhrase = z.looseObject({ template: z.string(), values: z.array(z.unknown()) }).meta({ id: 'NestedPhrase' })
const SentPhrase = z
  .object({ template: z.string(), values: z.array(z.union([z.string(), NestedPhrase])) })
  .refine(isPhrase)
  .meta({ id: 'Phrase' }) as unknown as z.ZodType<Phrase, Phrase>

/**
 * The fields of every row with a message; `phrase` is present where the message holds values. Phrases nest without
 * limit, but the schema describes one level only, because a recursive schema cannot be published.
 */
export const MESSAGE_FIELDS = {
  message: z.string(),
  phrase: SentPhrase.optional(),
}

/** The fields of a row whose message is a problem, or null where there is none. */
export const PROBLEM = { problem: z.string().nullable(), problem_phrase: MESSAGE_FIELDS.phrase }

/** One entry of the error body, exactly as it goes over the wire. */
export const ErrorEntry = z
  .object({
    error: z.string(),
    http_code: z.int(),
    ...MESSAGE_FIELDS,
    requested_language: z.string(),
    message_in_requested_language: z.boolean(),
    extra_info: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'ErrorEntry' })
export type ErrorEntry = z.infer<typeof ErrorEntry>

/** The error body of every part of the interface. */
export const ErrorBody = z.object({ errors: z.array(ErrorEntry).check(atLeast(1)) }).meta({ id: 'Errors' })

interface Fact {
  readonly codes: readonly ErrorCode[]
  /** Why the message alone is not enough. */
  readonly why: string
}

/**
 * What `extra_info` tells beyond the request. Its other keys point to a place of the request (`parameter`, `fields`,
 * `position`) or repeat the wrong part of it (`shares` and the like); other facts are in the message. `npm run pages`
 * writes the keys into `docs/errors.md`.
 */
export const EXTRA_INFO_FACTS = {
  reason: {
    codes: [
      'unauthorized',
      'forbidden',
      'wrong_status',
      'not_found',
      'wallet_link_invalid',
      'presentation_form_not_taken',
      'wallet_declined',
    ],
    why: 'One code has several causes, and clients act on which one it is.',
  },
  replacement: {
    codes: ['endpoint_removed', 'wrong_status', 'not_found'],
    why: 'The call to make instead, for programs that report it to who maintains them.',
  },
  required_role: {
    codes: ['delegation_not_permitted'],
    why: 'A client says what to ask the account owner for.',
  },
  role: { codes: ['delegation_not_permitted'], why: 'A client says what the delegate may do instead.' },
  greatest_value: {
    codes: ['valid_for_invalid'],
    why: 'A client asks again with the greatest lifetime that its session allows.',
  },
  status: {
    codes: ['exchange_unavailable'],
    why: 'What the exchange answered the verifier, which whoever called the verifier cannot see.',
  },
  violations: {
    codes: ['credential_invalid'],
    why: 'The window shows each at the claim that broke the schema.',
  },
  key: { codes: ['registry_entry_exists'], why: 'The name may stand inside the document that was sent.' },
  held_sha256: { codes: ['registry_entry_exists'], why: 'Whoever replaces a document compares both digests.' },
  sha256: { codes: ['registry_entry_exists'], why: 'Whoever replaces a document compares both digests.' },
} as const satisfies Record<string, Fact>

/** The place of the fault in the request, or the faulty entries of it as they were sent. */
type PartOfRequest = 'parameter' | 'fields' | 'position' | 'shares' | 'shares_to_create' | 'share_intents'

export type ExtraInfo = Readonly<Partial<Record<PartOfRequest | keyof typeof EXTRA_INFO_FACTS, unknown>>>

interface ServiceErrorOptions {
  readonly extraInfo?: ExtraInfo
  readonly cause?: unknown
  /** Seconds to wait, answered as the Retry-After header. */
  readonly retryAfterSeconds?: number
  /** Further headers of the reply over HTTP. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The only error a caller can see. Everything else becomes `internal_error` at the edge. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly phrase: Phrase | undefined
  readonly extraInfo: ExtraInfo
  readonly retryAfterSeconds: number | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  /** Further errors of the same request, in body order. */
  readonly others: readonly ServiceError[]

  /** @param message whole sentences that begin with a capital letter, or with a path in backticks */
  constructor(
    code: ErrorCode,
    message: Message,
    options: ServiceErrorOptions & { others?: readonly ServiceError[] } = {},
  ) {
    super(textOf(message), { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.phrase = messageFields(message).phrase
    this.extraInfo = options.extraInfo ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds
    this.headers = options.headers
    this.others = options.others ?? []
  }

  get status(): number {
    return ERROR_CATALOGUE[this.code].status
  }

  /** Returns the error with more `extra_info` about its faulty fields; unchanged when it is not about fields. */
  withExtraInfo(describe: (faulty: readonly Pick<FaultyField, 'path'>[]) => ExtraInfo): ServiceError {
    const { fields } = this.extraInfo
    if (!isFaulty(fields)) return this
    return new ServiceError(this.code, asPhrase(this), {
      extraInfo: { ...this.extraInfo, ...describe(fields) },
      cause: this.cause,
      others: this.others.map((other) => other.withExtraInfo(describe)),
    })
  }

  /**
   * Returns the error with a path parameter in its `extra_info`: the one it already has, or else the last one, which is
   * the most specific. An error whose `extra_info` has other keys is returned unchanged.
   */
  namingParameter(parameters: readonly string[]): ServiceError {
    const { parameter: present, ...others } = this.extraInfo
    if (Object.keys(others).length > 0) return this
    const parameter = parameters.find((one) => one === present) ?? parameters.at(-1)
    return new ServiceError(this.code, asPhrase(this), { extraInfo: { parameter }, cause: this.cause })
  }
}

/** Only {@link faultyFieldsError} writes this key. */
function isFaulty(fields: unknown): fields is readonly Pick<FaultyField, 'path'>[] {
  return Array.isArray(fields)
}

/** One faulty field of a request: where it is (`item.slots_attributes[2].encrypted_value`) and which rule it broke. */
export interface FaultyField {
  /** The place as `extra_info` shows it; empty for the request as a whole. */
  readonly path: string
  readonly code: ErrorCode
  /** Continues the sentence that begins with the path, without its full stop: `must not be empty`. */
  readonly rule: Message
  /** The label or name of the list entry that the field belongs to. */
  readonly name?: string | undefined
}

/** The one form of every message about a field: `` `item.label` must not be empty. `` */
export function faultSentence({ path, rule, name }: Omit<FaultyField, 'code'>): Message {
  if (path === '') return `The request ${textOf(rule)}.`
  return phrase`${`${placeText(path)}${name === undefined ? '' : ` ("${name}")`}`} ${asPhrase(rule)}.`
}

/** Splits a message that {@link faultSentence} made into the place and the rule; undefined for any other message. */
export function ruleAt(row: MessageFields): { readonly place: string; readonly rule: Message } | undefined {
  const [place, rule] = row.phrase?.values ?? []
  const isAtPlace = row.phrase?.template === '{1} {2}.' || row.phrase?.template === '{1} {2}'
  return isAtPlace && typeof place === 'string' && rule !== undefined ? { place, rule } : undefined
}

/** Returns how a sentence names the place of a value. */
function placeText(path: string): string {
  return path === '' ? 'The request' : `\`${path}\``
}

/** Adds a capital letter and a full stop to a text, such as the message of another library or party. */
export function sentenceOf(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return capital === '' || /[.!?]$/.test(capital) ? capital : `${capital}.`
}

/** Does the same as {@link sentenceOf} for a message with values; a value at the beginning keeps its case. */
export function sentenceText(message: Message): Message {
  return typeof message === 'string' ? sentenceOf(message) : { ...message, template: sentenceOf(message.template) }
}

const MAX_LISTED_FIELDS = 100

/**
 * Makes one error out of faulty fields; status and code are those of the first, the first 100 are listed, together in
 * its `extra_info.fields` and each as an error. `extra_info.parameter` repeats the path, because key-store clients read
 * that key.
 */
export function faultyFieldsError(faulty: readonly FaultyField[]): ServiceError {
  const fields = faulty.slice(0, MAX_LISTED_FIELDS)
  const first = fields[0]
  if (first === undefined) throw new Error('faultyFieldsError needs at least one field')
  return new ServiceError(first.code, faultSentence(first), {
    extraInfo: { parameter: first.path, fields: fields.map(({ path, code }) => ({ path, code })) },
    others: fields.slice(1).map(
      (field) =>
        new ServiceError(field.code, faultSentence(field), {
          extraInfo: { parameter: field.path, fields: [{ path: field.path, code: field.code }] },
        }),
    ),
  })
}

/** A fault of a document inside a body: a JSON Pointer, a code of the document, and the rest of the sentence. */
export interface DocumentFault extends MessageFields {
  readonly path: string
  readonly code: string
}

const MAX_LISTED_FAULTS = 50

/** Makes one `invalid_params` of the faults of a document: the first is the message, `extra_info.fields` lists 50. */
export function documentFaultsError(faults: readonly DocumentFault[]): ServiceError {
  const [first] = faults
  if (first === undefined) throw new Error('documentFaultsError needs at least one fault')
  const text = asPhrase(first)
  const more = faults.length - 1
  const rule = [text, phrase`${text}; there is 1 more fault`][more] ?? phrase`${text}; there are ${more} more faults`
  const message = faultSentence({ path: first.path, rule })
  return new ServiceError('invalid_params', message, { extraInfo: { fields: faults.slice(0, MAX_LISTED_FAULTS) } })
}

/** @param methods the methods the path does have */
export function methodNotAllowed(method: string, methods: readonly string[]): ServiceError {
  const message = `This path does not have the method ${method}; it has ${methods.join(', ')}.`
  return new ServiceError('method_not_allowed', message)
}

/** Makes the error for a required field that a request leaves out. */
export function missingField(path: string): ServiceError {
  return faultyFieldsError([{ path, code: 'param_missing', rule: 'is missing' }])
}
