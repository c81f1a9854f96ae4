declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** What of the library the reference uses; the library brings no types. */
  export interface ReferenceUi {
    readonly layoutActions: {
      updateFilter(typed: string): void
      parseDeepLinkHash(fragment: string): void
    }
  }
  export default function SwaggerUi(settings: Readonly<Record<string, unknown>>): ReferenceUi
}
