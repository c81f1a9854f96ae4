/**
 * How often something is drawn at random, or done again and again: a few times in `npm test`, and many where `DEEP` is
 * set, as by `npm run test:deep`.
 */
export function draws(usual: number, deep: number): number {
  return process.env['DEEP'] === undefined ? usual : deep
}
