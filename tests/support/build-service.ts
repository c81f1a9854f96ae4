import { buildIfStale } from '../../scripts/build.ts'

/** Tests that start the service as a program start what is shipped: it starts in half the time of its sources. */
export async function setup(): Promise<void> {
  await buildIfStale(['main'])
}
