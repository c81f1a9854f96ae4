import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { VerificationInput } from '../presentations/checked-presentation.ts'
import type { CurrentRegistries, RegistryPort } from './registry-port.ts'

/** What the verifying thread is started with; by verification-threads.ts, nobody else. */
export interface VerificationSettings {
  readonly registries: RegistryPort
  readonly maxMs: number
}

/** What it gets for each presentation: the input as plain data, the definition as it was made. */
export interface VerificationTask extends Omit<VerificationInput, 'known' | 'presentation'> {
  /** The text that `presentationText` wrote. */
  readonly sent: string
  readonly definition: JsonObject | undefined
  readonly now: string
  readonly registries: CurrentRegistries
}

/** What the same thread gets for a definition that takes long to be checked. */
export interface DefinitionTask {
  /** The body as JSON. */
  readonly newDefinition: string
}
