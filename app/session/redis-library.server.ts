// The used exports of the library. Only a module of our own keeps export names in a chunk that is
// loaded later.
export { createClient, createCluster, createSentinel, ErrorReply } from '@redis/client'
