import { readFileSync } from 'node:fs'

/** A file of `tests/vectors/certificates` as PEM. @param name without its ending */
export function pemOf(name: string): string {
  return readFileSync(new URL(`../../vectors/certificates/${name}.pem`, import.meta.url), 'utf8')
}

/** The same certificate as `x5c` has it: Base64 of its DER. */
export function x5cOf(...names: readonly string[]): readonly string[] {
  return names.map((name) => pemOf(name).replaceAll(/-----[^-]+-----|\s/g, ''))
}
