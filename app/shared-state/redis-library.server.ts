// Exports only what this application uses of the library. The build keeps the export names of a chunk loaded
// later only for a module of our own.
export { Cluster, Redis as Client } from 'ioredis'
