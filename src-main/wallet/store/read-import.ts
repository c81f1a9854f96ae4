import { MAX_CREDENTIALS } from '../../../shared/contract/presentations.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { CredentialSource } from '../../../shared/contract/workbench-wallet.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import { readCompactJwt } from '../../../shared/presentation-exchange/compact-jwt.ts'
import { isObject, listOf, memberOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import { readJson } from '../../../shared/strict-json.ts'
import { looksLikeSdJwt, SdJwtFault } from '../sd-jwt/open-sd-jwt.ts'
import { readHeld } from './read-held.ts'
import type { z } from 'zod'

interface ReadCredential {
  /** The object, the compact JWT, or the SD-JWT. */
  readonly raw: unknown
  readonly candidate: Candidate
  readonly source: Exclude<z.infer<typeof CredentialSource>, 'issued'>
}

/**
 * Finds the credentials in a text: a credential, a compact JWT, an SD-JWT VC without key binding, a presentation of the
 * first two, a run that was recorded, or a list of credentials (docs/contract/exchange.md, Importing). Nothing is verified here.
 *
 * @throws {ServiceError} `credential_invalid` if there is none, or if one of them cannot be read
 */
export function readImport(text: string): readonly ReadCredential[] {
  const sent = valueOf(text.trim())
  const recorded = presentationOfRun(sent)
  const source = recorded === undefined ? 'imported' : 'recorded'
  const credentials = credentialsIn(recorded ?? sent)
  if (credentials.length === 0) throw invalid('The presentation in the text holds no credential.')
  if (credentials.length > MAX_CREDENTIALS) throw invalid(`The text holds more than ${MAX_CREDENTIALS} credentials.`)
  return credentials.map((raw, index) => {
    const which = credentials.length === 1 ? 'The text' : `Number ${index + 1} of the text`
    const candidate = readOne(raw, which)
    if (candidate === undefined || !isCredential(candidate)) {
      throw invalid(`${which} is neither a credential with a subject nor a JWT that holds one.`)
    }
    return { raw, candidate, source }
  })
}

function readOne(raw: unknown, which: string): Candidate | undefined {
  try {
    return readHeld(raw)
  } catch (fault) {
    if (fault instanceof SdJwtFault) throw invalid(`${which} is no SD-JWT VC that can be held: ${fault.message}.`)
    throw fault
  }
}

function valueOf(text: string): unknown {
  if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(text) || looksLikeSdJwt(text)) return text
  try {
    return readJson(new TextEncoder().encode(text))
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault
    const isNoJson = fault.extraInfo.position !== undefined
    throw invalid(
      isNoJson ? 'The text is neither JSON nor a compact JWT.' : fault.message.replace('The body', 'The text'),
    )
  }
}

/** The presentation in a run that the window exported; undefined if the value is not a run. */
function presentationOfRun(sent: unknown): unknown {
  const run = memberOf(sent, 'run') ?? sent
  return Array.isArray(memberOf(run, 'steps')) ? unwrapped(memberOf(run, 'presentation')) : undefined
}

function credentialsIn(sent: unknown): readonly unknown[] {
  const value = unwrapped(sent)
  if (Array.isArray(value)) return value
  const presentation = typeof value === 'string' ? memberOf(readCompactJwt(value)?.payload, 'vp') : value
  if (!isPresentation(presentation)) return value === undefined || value === null ? [] : [value]
  return listOf(memberOf(presentation, 'verifiableCredential'))
}

/** The presentation in a posted body `{ presentation, presentation_submission }`, else the value itself. */
function unwrapped(sent: unknown): unknown {
  return isObject(sent) && Object.hasOwn(sent, 'presentation') && !Object.hasOwn(sent, 'type')
    ? sent['presentation']
    : sent
}

function isPresentation(value: unknown): boolean {
  return textsOf(memberOf(value, 'type')).includes('VerifiablePresentation')
}

function isCredential({ credential, disclosure }: Candidate): boolean {
  if (disclosure !== undefined) return true
  return memberOf(credential, 'credentialSubject') !== undefined && memberOf(credential, 'type') !== undefined
}

function invalid(message: string): ServiceError {
  return new ServiceError('credential_invalid', message)
}
