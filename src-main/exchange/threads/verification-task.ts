import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { VerificationInput } from '../presentations/checked-presentation.ts'
import type { CurrentRegistries, RegistryPort } from './registry-port.ts'

/** The start data of a verification thread, from verification-threads.ts. */
export interface VerificationSettings {
  readonly registries: RegistryPort
  /** The limit for one verification. */
  readonly maxMs: number
}

/** The message for each verification, as plain data. */
export interface VerificationTask extends Omit<VerificationInput, 'known' | 'token'> {
  /** The presentations with their submission, as `tokenText` writes them. */
  readonly sent: string
  readonly definition: JsonObject | undefined
  readonly now: string
  readonly registries: CurrentRegistries
}

/** The message for a definition that takes long to check. */
export interface DefinitionTask {
  /** The body as JSON. */
  readonly newDefinition: string
}
