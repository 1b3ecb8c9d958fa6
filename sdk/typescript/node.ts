/** What needs files, programs or sockets: in Node alone. */
export { type ConnectOptions, connect } from './node/connect.ts';
export { type ConnectionSettings, nodeFetch } from './node/transport.ts';
