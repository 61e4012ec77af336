// Exports only what this application uses of the library. The build keeps the export names of a chunk loaded
// later only for a module of our own.
export { createClient, createCluster, createSentinel, ErrorReply } from '@redis/client'
