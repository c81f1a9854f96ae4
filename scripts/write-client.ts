import { createClient } from '@hey-api/openapi-ts'
import { serviceOperations } from '../shared/contract/index.ts'
import { openApiDocument } from '../src-main/http/openapi.ts'
import type { DocumentedPart } from '../src-main/http/openapi.ts'

/**
 * Writes a client in TypeScript for one part of the interface, in the place of what lies in the folder. Enumerations become
 * enumerations of TypeScript, so that a filter takes nothing but their members.
 */
export async function writeClient(part: DocumentedPart, path: string): Promise<void> {
  await createClient({
    input: { ...openApiDocument(part, serviceOperations) },
    output: { path, module: { extension: '.js' } },
    logs: { level: 'silent', file: false },
    plugins: [{ name: '@hey-api/typescript', enums: 'typescript' }, '@hey-api/sdk', '@hey-api/client-fetch'],
  })
}
