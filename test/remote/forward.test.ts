/** Forwarding to backends that break their connection. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expect, it } from 'vitest';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import { send } from '../../runtime/remote/forward.ts';

it('survives a backend that writes plaintext into TLS right behind its upgrade', async () => {
	const { cert, key } = await issueLeaf(await issueAuthority('an authority'), {
		commonName: 'backend',
		organisations: [],
		usage: 'server',
		alternativeNames: ['DNS:localhost'],
	});
	const backend = createServer((raw) => {
		raw.on('error', () => undefined);
		const secure = new TLSSocket(raw, { isServer: true, cert, key });
		secure.on('error', () => undefined);
		secure.once('data', () => {
			secure.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', () => raw.write('no record of TLS'));
		});
	});
	backend.listen(0, '127.0.0.1');
	await once(backend, 'listening');
	const { port } = backend.address() as AddressInfo;
	const { socket } = await send(
		{ scheme: 'https', host: '127.0.0.1', port, verifies: false, connectMs: 5_000 },
		{ method: 'GET', path: '/', headers: ['Connection', 'Upgrade', 'Upgrade', 'x'], signal: new AbortController().signal },
	);
	// `once` of node:events would listen for errors itself.
	if (socket?.closed === false) await new Promise((resolve) => socket.once('close', resolve));
	expect(socket?.destroyed).toBe(true);
	backend.close();
});
