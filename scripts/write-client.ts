import { createClient } from '@hey-api/openapi-ts'
import { serviceOperations } from '../shared/contract/index.ts'
import { openApiDocument } from '../src-main/http/openapi.ts'
import type { DocumentedPart } from '../src-main/http/openapi.ts'

/**
 * Writes a TypeScript client for one part of the interface, replacing the contents of the folder. Enumerations become
 * TypeScript enumerations, so that a filter accepts only their members.
 */
export async function writeClient(part: DocumentedPart, path: string): Promise<void> {
  await createClient({
    input: { ...openApiDocument(part, serviceOperations) },
    output: { path, module: { extension: '.js' } },
    logs: { level: 'silent', file: false },
    plugins: [{ name: '@hey-api/typescript', enums: 'typescript' }, '@hey-api/sdk', '@hey-api/client-fetch'],
  })
}
