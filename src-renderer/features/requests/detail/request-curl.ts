import type { VerifierRequest } from '../../../../shared/contract/verifier-requests.ts'

/** Fetches the definition, as a wallet does. */
export function definitionCurl({ definition_url }: Pick<VerifierRequest, 'definition_url'>): string {
  return `curl ${quoted(definition_url)}`
}

/** Sends the presentation in a file, as a wallet does. */
export function presentationCurl({ destination_url }: Pick<VerifierRequest, 'destination_url'>): string {
  return `curl -X POST ${quoted(destination_url)} -H 'Content-Type: application/json' -d @presentation.json`
}

/** Quotes for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
