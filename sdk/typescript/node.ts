/** Entry module of the parts that only Node can run, because they need files, programs or sockets. */
export { type ConnectOptions, connect } from './node/connect.ts';
export { type ConnectionSettings, nodeFetch } from './node/transport.ts';
