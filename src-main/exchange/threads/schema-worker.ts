import { parentPort, workerData } from 'node:worker_threads'
import { schemaValidatorOver } from '../registries/schema-validator.ts'
import type { ValidateCredential } from '../registries/schema-validator.ts'
import { registriesOver } from './registry-port.ts'
import type { RegistryPort } from './registry-port.ts'
import { tellReady } from '../../threads/thread-ready.ts'
import type { SchemaTask } from './schema-task.ts'

const registries = registriesOver(workerData as RegistryPort) // from schema-threads.ts
let compiled: { readonly revision: number; readonly validate: ValidateCredential } | undefined

/** The time of a task counts from its note. A fault ends this thread, and the other thread reports a failed check. */
parentPort?.on('message', ({ credential, credentialSchema, isStated, revision }: SchemaTask) => {
  parentPort?.postMessage({ note: 'begun' })
  registries.begin({ revision, trust: [], allowInlineContexts: false })
  if (compiled?.revision !== revision) compiled = { revision, validate: schemaValidatorOver(registries.schemas) }
  parentPort?.postMessage({ result: compiled.validate(credential, credentialSchema, isStated) })
})

tellReady()
