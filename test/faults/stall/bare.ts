/**
 * Baseline for stalls: a TLS responder in a separate process shows the response times of an idle server on this machine. Arguments: paths
 * of its certificate and key.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const [cert = '', key = ''] = process.argv.slice(2);
const server = createServer({ cert: readFileSync(cert), key: readFileSync(key), keepAliveTimeout: 600_000 }, (_, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`));
// Exits with the parent process.
process.stdin.resume().on('end', () => process.exit(0));
