declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** The part of the library that the reference uses; the library has no types. */
  export interface ReferenceUi {
    readonly layoutActions: {
      updateFilter(typed: string): void
      parseDeepLinkHash(fragment: string): void
    }
  }
  export default function SwaggerUi(settings: Readonly<Record<string, unknown>>): ReferenceUi
}
