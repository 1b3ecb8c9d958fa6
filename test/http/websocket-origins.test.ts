/** Pages of other origins cannot open watches with a browser's client certificate. */
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { isAllowedOrigin } from '../../runtime/http/websocket/origins.ts';
import { type Fixture, start } from './fixture.ts';
import { telling } from './websocket-clients.ts';

it.each<[string, string, readonly string[], boolean]>([
	['https://api.example:6443', 'api.example:6443', [], true],
	['https://API.example:6443', 'api.example:6443', [], true],
	['https://api.example', 'api.example:443', [], true],
	['https://api.example:6443/page', 'api.example:6443', [], true],
	['http://api.example:6443', 'api.example:6443', [], false],
	['https://api.example:6444', 'api.example:6443', [], false],
	['https://api.example', 'api.example:6443', [], false],
	['https://api.example:6443.evil.example', 'api.example:6443', [], false],
	['https://api.example:6443@evil.example', 'api.example:6443', [], false],
	['https://evil.example/https://api.example:6443', 'api.example:6443', [], false],
	['https://api.example.:6443', 'api.example:6443', [], false],
	['null', 'null', [], false],
	['file:///page.html', 'api.example:6443', [], false],
	['data:text/html,x', 'api.example:6443', [], false],
	['/', 'api.example:6443', [], false],
	['https://console.example', 'api.example:6443', ['https://console.example'], true],
	['https://console.example:443', 'api.example:6443', ['https://console.example'], true],
	['http://console.example', 'api.example:6443', ['https://console.example'], false],
	['https://a.console.example', 'api.example:6443', ['https://console.example'], false],
	['https://anything.example', 'api.example:6443', ['*'], true],
])('Origin %s at %s, allowed %j: %s', (origin, host, allowed, expected) => {
	expect(isAllowedOrigin(origin, host, allowed)).toBe(expected);
});

describe('an upgrade from a page of another origin', () => {
	let fixture: Fixture;
	afterEach(() => fixture.close());

	async function statusOf(origin: string, { certificate, protocols = [] }: { certificate: boolean; protocols?: string[] }): Promise<number> {
		const { keys, listener } = fixture;
		const own = certificate ? { cert: keys.admin.cert, key: keys.admin.key } : {};
		const client = new WebSocket(`wss://127.0.0.1:${listener.port}/watch`, protocols, { ca: keys.authority.cert, ...own, origin });
		return new Promise((resolve, reject) => {
			client.once('open', () => resolve(101));
			client.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
			client.once('error', reject);
		}).finally(() => client.terminate()) as Promise<number>;
	}

	const answering = () =>
		start(async (request) => {
			try {
				return await telling(async () => undefined)(request);
			} catch (error) {
				return { status: (error as { code: number }).code, headers: {}, body: '' };
			}
		});

	it('is refused with a client certificate, and otherwise depends on its token', async () => {
		fixture = await answering();
		const own = `https://127.0.0.1:${fixture.listener.port}`;
		expect(await statusOf(own, { certificate: true })).toBe(101);
		expect(await statusOf('https://evil.example', { certificate: true })).toBe(403);
		expect(await statusOf('https://evil.example', { certificate: true, protocols: ['base64url.bearer.authorization.example.eA'] })).toBe(403);
		expect(await statusOf('https://evil.example', { certificate: false })).toBe(101);
	});

	it('is allowed where the server is given its origin', async () => {
		fixture = await start(
			telling(async () => undefined),
			{ webSocketOrigins: ['https://console.example'] },
		);
		expect(await statusOf('https://console.example', { certificate: true })).toBe(101);
	});
});
