/** Entry module of the parts that need files, programs or sockets, and so only run in Node. */
export { type ConnectOptions, connect } from './node/connect.ts';
export { type ConnectionSettings, nodeFetch } from './node/transport.ts';
