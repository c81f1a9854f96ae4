import { isMainThread } from 'node:worker_threads'

// What a test writes or copies into a data directory is for us alone, as what the program writes is.
if (isMainThread) process.umask(0o077)
