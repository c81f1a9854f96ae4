import { parentPort, workerData } from 'node:worker_threads'
import { schemaValidatorOver } from '../registries/schema-validator.ts'
import type { ValidateCredential } from '../registries/schema-validator.ts'
import { registriesOver } from './registry-port.ts'
import type { RegistryPort } from './registry-port.ts'
import { tellReady } from '../../threads/thread-ready.ts'
import type { SchemaTask } from './schema-task.ts'

const registries = registriesOver(workerData as RegistryPort) // by schema-threads.ts, nobody else
let held: { readonly revision: number; readonly validate: ValidateCredential } | undefined

/** Its time counts from its note on. What goes wrong here ends this thread, and the other one says that the check failed. */
parentPort?.on('message', ({ credential, credentialSchema, isStated, revision }: SchemaTask) => {
  parentPort?.postMessage({ note: 'begun' })
  registries.begin({ revision, trust: [], allowInlineContexts: false })
  if (held?.revision !== revision) held = { revision, validate: schemaValidatorOver(registries.schemas) }
  parentPort?.postMessage({ result: held.validate(credential, credentialSchema, isStated) })
})

tellReady()
