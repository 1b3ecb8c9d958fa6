/** What a server with nothing to do shows on this machine in the same minute: a TLS responder in a process of its own. Arguments: files of its certificate and key. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const [cert = '', key = ''] = process.argv.slice(2);
const server = createServer({ cert: readFileSync(cert), key: readFileSync(key), keepAliveTimeout: 600_000 }, (_, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`));
// It ends with whoever started it.
process.stdin.resume().on('end', () => process.exit(0));
