// The used exports of the library. Only an own module keeps its export names in a chunk that is loaded later.
export { createClient, createCluster, createSentinel, ErrorReply } from '@redis/client'
